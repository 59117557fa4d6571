import type { CustomerEvent, MessageDefinition, PaymentMethodEvent } from '@payorch/contracts';
import {
  customerCreated,
  customerDeleted,
  customerUpdated,
  paymentMethodCreated,
  paymentMethodDeleted,
  paymentMethodUpdated,
} from '@payorch/contracts';
import { type EncodedMessage, encode, newTraceparent } from '@payorch/platform/kafka';
import { type Sql, takesTurn } from '@payorch/platform/postgres';

type State = CustomerEvent | PaymentMethodEvent;

/** A change with the body of its event; null for an object that was deleted before its state was read. */
export interface ObjectChange {
  readonly id: string;
  readonly type: string;
  readonly state: State | null;
}

/** The state of a row as the triggers write it. */
const knownCustomer = `(SELECT jsonb_build_object(
    'merchantId', c.merchant_id, 'customerId', c.customer_id, 'version', c.version, 'occurredAt', c.modified_at,
    'createdAt', c.created_at, 'status', CASE WHEN c.redacted_at IS NULL THEN 'active' ELSE 'deleted' END,
    'defaultPaymentMethodId', c.default_payment_method_id)
  FROM customers c WHERE c.merchant_id = o.state ->> 'merchantId' AND c.customer_id = o.state ->> 'customerId')`;
const knownMethod = `(SELECT jsonb_build_object(
    'merchantId', p.merchant_id, 'paymentMethodId', p.payment_method_id, 'customerId', p.customer_id, 'version', p.version,
    'occurredAt', p.modified_at, 'createdAt', p.created_at, 'status', p.status,
    'paymentMethod', p.method -> 'paymentMethod', 'paymentMethodType', p.method -> 'paymentMethodType')
  FROM payment_methods p
  WHERE p.merchant_id = o.state ->> 'merchantId' AND p.payment_method_id = o.state ->> 'paymentMethodId')`;

const oldest = `
  SELECT o.id, o.type, CASE o.type WHEN 'customer.known' THEN ${knownCustomer}
    WHEN 'payment_method.known' THEN ${knownMethod} ELSE o.state END AS state
  FROM object_changes o ORDER BY o.id LIMIT $1`;

/**
 * The oldest changes, in their order; undefined while another instance publishes. In a transaction that sees every merchant, and
 * holds the turn until it ends.
 */
export async function oldestChanges(sql: Sql, atMost: number): Promise<ObjectChange[] | undefined> {
  // Two instances would publish the changes of an object in another order.
  return (await takesTurn(sql, 'object_changes')) ? sql.query<ObjectChange>(oldest, [atMost]) : undefined;
}

export async function deleteChanges(sql: Sql, changes: readonly ObjectChange[]): Promise<void> {
  await sql.query('DELETE FROM object_changes WHERE id = ANY($1::bigint[])', [changes.map(({ id }) => id)]);
}

const messages: ReadonlyMap<string, MessageDefinition> = new Map(
  [
    ...[customerCreated, customerUpdated, customerDeleted],
    ...[paymentMethodCreated, paymentMethodUpdated, paymentMethodDeleted],
  ].map((message) => [message.type, message as MessageDefinition]),
);

/** The event that shows the state of an object of which no event is known. */
function typeOf({ type, state }: ObjectChange & { readonly state: State }): string {
  if (!type.endsWith('.known')) return type;
  const object = type.slice(0, type.indexOf('.'));
  if (state.status === 'deleted') return `${object}.deleted`;
  return state.version === 1 ? `${object}.created` : `${object}.updated`;
}

const isoOf = (time: string): string => new Date(time).toISOString();

/** The event of a change, under an id that stays the same when it is published again. */
export function eventOf(change: ObjectChange, publicUrl: string): EncodedMessage[] {
  const { id, state } = change;
  const message = state && messages.get(typeOf({ ...change, state }));
  if (!state || !message) return [];
  const data = { ...state, occurredAt: isoOf(state.occurredAt), createdAt: isoOf(state.createdAt) };
  const messageId = `${message.topic}.${id}`;
  const context = {
    messageId,
    correlationId: messageId,
    traceparent: newTraceparent(),
    occurredAt: new Date(data.occurredAt),
  };
  return [encode({ message, data, context }, undefined, publicUrl)];
}
