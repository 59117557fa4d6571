import type { WebhookChange, WebhookFinding } from '@payorch/contracts';
import { jsonOf } from '@payorch/connector-kit';
import { isOfPayout, type Operation } from '../domain/operation';
import type { ReceivedWebhook } from './receive-webhook';

/** An event changes few objects; more are not listed. */
const maxChanges = 20;

const eventType = /^[\w.#:-]{1,100}$/;

/** The type that an event names, as all connectors' processors write it; null for a body without one. */
export function eventTypeOf(bodyBase64: string): string | null {
  const body = jsonOf(Buffer.from(bodyBase64, 'base64').toString('utf8'));
  if (typeof body !== 'object' || body === null) return null;
  const { type, event_type } = body as Readonly<Record<string, unknown>>;
  const named = type ?? event_type;
  return typeof named === 'string' && eventType.test(named) ? named : null;
}

function objectOf(operation: Operation): Pick<WebhookChange, 'type' | 'id'> {
  const { paymentId, relayId, authenticationId, refund } = operation;
  if (relayId !== null) return { type: 'relay', id: relayId };
  if (authenticationId !== null) return { type: 'authentication', id: authenticationId };
  if (isOfPayout(operation)) return { type: 'payout', id: paymentId };
  return refund ? { type: 'refund', id: refund.refundId } : { type: 'payment', id: paymentId };
}

/** What the reports of a webhook are about. An owner may find that it knows a report's outcome, and change nothing. */
export function changesOf({ reports, mandates }: Pick<ReceivedWebhook, 'reports' | 'mandates'>): WebhookChange[] {
  const operations = reports.map(({ operation, outcome }) => ({
    ...objectOf(operation),
    operation_id: operation.operationId,
    outcome: outcome.kind,
  }));
  const methods = mandates.map(({ data: { mandateReference, status } }) => ({
    type: 'payment_method' as const,
    id: mandateReference,
    operation_id: null,
    outcome: status,
  }));
  return [...operations, ...methods].slice(0, maxChanges);
}

/** What the inspector shows of a verified webhook; undefined where the webhook was not verified or cannot be read. */
export function findingOf(
  received: ReceivedWebhook,
  { webhookId, bodyBase64 }: { readonly webhookId: string; readonly bodyBase64: string },
): WebhookFinding | undefined {
  if (received.verdict !== 'verified') return undefined;
  const event_type = eventTypeOf(bodyBase64);
  const { eventId, known } = received;
  if (known) {
    const isOwn = known.webhookId === webhookId;
    // The sweep sent the same webhook again: it is no duplicate of itself.
    return {
      kind: isOwn ? 'event' : 'duplicate',
      event_id: known.eventId,
      event_type,
      duplicate_of: isOwn ? null : known.webhookId,
      changed: isOwn ? [...known.changed] : [],
    };
  }
  if (eventId === null) return { kind: 'irrelevant', event_id: null, event_type, duplicate_of: null, changed: [] };
  return { kind: 'event', event_id: eventId, event_type, duplicate_of: null, changed: changesOf(received) };
}
