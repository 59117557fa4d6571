import type { Delivery } from './delivery';

interface WebhookBody {
  readonly content?: { readonly object?: { readonly payment_id?: unknown; readonly refund_id?: unknown } };
}

/** The fields of a log line about a delivery: merchant, event, the request that caused the event, and the payment or refund. */
export function deliveryLogFields({ merchantId, eventId, requestId, body }: Delivery): Record<string, unknown> {
  const { payment_id, refund_id } = objectIn(body);
  return {
    ...{ merchant_id: merchantId, event_id: eventId },
    ...(requestId !== null && { request_id: requestId }),
    ...(payment_id !== undefined && { payment_id }),
    ...(refund_id !== undefined && { refund_id }),
  };
}

function objectIn(body: Buffer): { payment_id?: unknown; refund_id?: unknown } {
  try {
    return (JSON.parse(body.toString()) as WebhookBody).content?.object ?? {};
  } catch {
    return {};
  }
}
