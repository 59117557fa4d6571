import { aggregateKindOf, type AggregateKind, mandateKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Mandate } from '../../../mandates/domain/mandate';
import type { MandateRows } from '../../../mandates/persistence/mandate.store';
import type { Payment } from '../../domain/payment';

/** The mandate of a payment whose outcome may still change it. */
const openMandateOf = (payment: Payment): string | null => {
  const { recurring, saved, terms } = payment;
  if (recurring && recurring.reserved !== null) return recurring.mandateId;
  return terms.updatedMandate ?? saved?.mandateId ?? null;
};

/** The mandates of a batch: those that its commands are about, those that its messages name, and those of its payments. */
export async function loadOpenMandates(
  sql: Sql,
  rows: MandateRows,
  [merchants, ids]: readonly [merchants: readonly string[], ids: readonly string[]],
  loading: Promise<ReadonlyMap<string, unknown>>,
): Promise<readonly Mandate[]> {
  const states = await loading;
  const ofKind = (kind: AggregateKind) =>
    [...states].flatMap(([key, state]) => (aggregateKindOf(key) === kind ? [state] : []));
  const locked = ofKind('mandates') as Mandate[];
  const known = new Set(locked.map(({ merchantId, mandateId }) => keyOf(merchantId, mandateId)));
  const ofPayments = (ofKind('payments') as Payment[]).flatMap((payment) => {
    const id = openMandateOf(payment);
    return id === null ? [] : [[payment.merchantId, id] as const];
  });
  const named = [...ids.map((id, place) => [merchants[place]!, id] as const), ...ofPayments];
  const others = named.filter(([merchant, id]) => !known.has(keyOf(merchant as MerchantId, id)));
  if (others.length === 0) return locked;
  const keys = others.map(([merchantId, mandateId]) => mandateKey({ merchantId: merchantId as MerchantId, mandateId }));
  return [...locked, ...(await rows.load(sql, keys, 'writing')).values()];
}
