import type { OperationLine } from '@payorch/platform/telemetry';
import type { AttemptRecord, Delivery, Endpoint } from '../domain/delivery';
import { outcomeOf } from '../domain/delivery';

type Ids = Pick<OperationLine, 'payment_id' | 'refund_id' | 'payout_id' | 'mandate_id'>;

interface WebhookBody {
  readonly event_type?: unknown;
  readonly content?: { readonly object?: Readonly<Record<string, unknown>> };
}

const ids = ['payment_id', 'refund_id', 'payout_id', 'mandate_id'] as const satisfies readonly (keyof Ids)[];

const idsIn = ({ content }: WebhookBody): Ids =>
  Object.fromEntries(
    ids.flatMap((name) => {
      const id = content?.object?.[name];
      return typeof id === 'string' ? [[name, id]] : [];
    }),
  );

const about = ({ merchantId, eventId, requestId }: Delivery, body: WebhookBody) => ({
  merchant_id: merchantId,
  event_id: eventId,
  ...(requestId !== null && { request_id: requestId }),
  ...idsIn(body),
});

/** The fields of a log line about a delivery: merchant, event, the request that caused the event, and its object. */
export const deliveryLogFields = (delivery: Delivery): Record<string, unknown> => about(delivery, bodyOf(delivery));

/** The log line of an attempt whose result is saved. */
export function attemptLine({ delivery, result, ms, ...record }: AttemptRecord): OperationLine {
  const body = bodyOf(delivery);
  const { event_type: type } = body;
  return {
    event: `webhook.${outcomeOf(record)}`,
    ...about(delivery, body),
    operation: typeof type === 'string' ? type : undefined,
    status: result.status,
    ms,
  };
}

/** The log line of an endpoint that was disabled. */
export const disabledLine = ({ merchantId, endpointId }: Endpoint): OperationLine => ({
  event: 'webhook.endpoint_disabled',
  merchant_id: merchantId,
  endpoint_id: endpointId,
});

function bodyOf({ body }: Delivery): WebhookBody {
  try {
    return JSON.parse(body.toString()) as WebhookBody;
  } catch {
    return {};
  }
}
