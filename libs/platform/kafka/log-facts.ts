import type { RawRecord } from './codec';
import { headerText } from './codec';
import type { Incoming } from './envelope';

/** Our names of what a log line is about → the wire's. */
const subjects = { merchantId: 'merchant_id', paymentId: 'payment_id', refundId: 'refund_id' } as const;

/** What every log line about a message says: the request that set it off, and the objects that the message names. */
export function logFactsOf({ context, data }: Pick<Incoming, 'context' | 'data'>): Record<string, string> {
  const body = (data ?? {}) as { readonly operation?: object };
  // A route request and its like carry the operation that they are about.
  const named = { ...body.operation, ...body } as Readonly<Record<string, unknown>>;
  const ids = Object.entries(subjects).flatMap(([field, name]) => {
    const id = named[field];
    return typeof id === 'string' ? [[name, id] as const] : [];
  });
  return { request_id: context.correlationId, ...Object.fromEntries(ids) };
}

/** The same of a record that may not be readable: its key names the merchant and the object. */
export function logFactsOfRecord({ headers, key }: Pick<RawRecord, 'headers' | 'key'>): Record<string, string> {
  const requestId = headerText(headers, 'correlationid');
  return { ...(requestId !== undefined && { request_id: requestId }), ...(key !== null && { key: key.toString() }) };
}
