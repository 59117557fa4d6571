import type { MerchantId, PayoutId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';

/** The kinds of aggregates that the payments service owns, besides payments. */
const otherKinds = [
  ...(['customers', 'payment_methods', 'mandates', 'blocklist', 'blocklist_chunks'] as const),
  ...(['relays', 'authentications', 'disputes'] as const),
] as const;
type OtherKind = (typeof otherKinds)[number];
export type AggregateKind = 'payments' | OtherKind;

/** `merchant_id/kind/id`: the key of messages about an object that is no payment. Ids contain no slash. */
export const keyOfKind = (kind: OtherKind, merchantId: MerchantId, id: string): string =>
  keyOf(merchantId, `${kind}/${id}`);

/** The kind that a key names; a key without a kind is a payment's. */
export function aggregateKindOf(key: string): AggregateKind {
  const [, kind, id] = key.split('/');
  return (id !== undefined && otherKinds.find((known) => known === kind)) || 'payments';
}

/** Merchant and id of the object that a key names. */
export function partsOfKey(key: string): readonly [merchantId: string, id: string] {
  return [key.slice(0, key.indexOf('/')), key.slice(key.lastIndexOf('/') + 1)];
}

/** The key of every message about a payout. */
export const keyOfPayout = (m: { readonly merchantId: MerchantId; readonly payoutId: PayoutId }): string =>
  keyOf(m.merchantId, m.payoutId);
