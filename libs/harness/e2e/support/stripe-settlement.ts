import { ok, type Json, type RunningSystem } from '@payorch/harness';
import { objectAt } from '../shared/stripe/at-stripe';

const columns = [
  ...['balance_transaction_id', 'created_utc', 'currency', 'gross', 'reporting_category', 'source_id', 'charge_id'],
  ...['payment_intent_id', 'customer_facing_amount', 'customer_facing_currency', 'transfer_metadata[order_id]'],
];

/**
 * Stripe's report "Balance change from activity" of all that moved at the sandbox's Stripe, as lines: a header, then a row for each charge,
 * refund, dispute and transfer, written from Stripe's lists.
 */
export async function settlementFile(system: RunningSystem): Promise<string[]> {
  const listed = async (name: string): Promise<Json[]> => ok(await objectAt(system, `/v1/${name}?limit=100`)).data;
  let count = 0;
  const row = (one: Json, category: string, minor: number, of: { charge?: string; intent?: string; order?: string }) =>
    [
      `txn_${++count}`,
      new Date(one.created * 1000).toISOString().slice(0, 19).replace('T', ' '),
      one.currency,
      (minor / 100).toFixed(2),
      category,
      category === 'charge' ? (of.charge ?? '') : one.id,
      of.charge ?? '',
      of.intent ?? '',
      (Math.abs(minor) / 100).toFixed(2),
      one.currency,
      of.order ?? '',
    ].join(',');
  const charges = (await listed('payment_intents'))
    .filter(({ amount_received }) => amount_received > 0)
    .map((one) =>
      row(one, 'charge', one.amount_received, { charge: String(one.latest_charge), intent: one.id as string }),
    );
  const taken = (category: string) => (one: Json) =>
    row(one, category, -one.amount, { charge: one.charge as string, intent: one.payment_intent as string });
  const transfers = (await listed('transfers')).map((one) =>
    row(one, 'transfer', -one.amount, { order: one.metadata.order_id as string }),
  );
  return [
    columns.join(','),
    ...charges,
    ...(await listed('refunds')).map(taken('refund')),
    ...(await listed('disputes')).map(taken('dispute')),
    ...transfers,
  ];
}
