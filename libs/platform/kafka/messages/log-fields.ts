import type { RawRecord } from './codec';
import { correlationIdOf } from './codec';
import type { Incoming } from './envelope';

/** Our field names → the names of the interface. */
const subjects = { merchantId: 'merchant_id', paymentId: 'payment_id', refundId: 'refund_id' } as const;

/** The log fields of a message: the request that caused it, and the objects that it names. */
export function logFieldsOf({ context, data }: Pick<Incoming, 'context' | 'data'>): Record<string, string> {
  const body = (data ?? {}) as { readonly operation?: object };
  // A route request contains the operation that it is about.
  const named = { ...body.operation, ...body } as Readonly<Record<string, unknown>>;
  const ids = Object.entries(subjects).flatMap(([field, name]) => {
    const id = named[field];
    return typeof id === 'string' ? [[name, id] as const] : [];
  });
  return { request_id: context.correlationId, ...Object.fromEntries(ids) };
}

/** The log fields of a record that may be unreadable: its key names the merchant and the object. */
export function logFieldsOfRecord({ headers, key }: Pick<RawRecord, 'headers' | 'key'>): Record<string, string> {
  const requestId = correlationIdOf(headers);
  return { ...(requestId !== undefined && { request_id: requestId }), ...(key !== null && { key: key.toString() }) };
}
