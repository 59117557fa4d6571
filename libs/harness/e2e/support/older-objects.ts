import { eventually, type System } from '@payorch/harness';
import { rowsOf } from './rows';

/** The table of each object in its owner's schema, with the key of its records. */
const stored = {
  payments: { table: 'payments.intents', key: `merchant_id || '/' || payment_id` },
  disputes: { table: 'payments.disputes', key: `merchant_id || '/disputes/' || dispute_id` },
  refunds: { table: 'refunds.refunds', key: `merchant_id || '/' || refund_id` },
  payouts: { table: 'payouts.payouts', key: `merchant_id || '/' || payout_id` },
} as const;
const owners = ['payments', 'refunds', 'payouts'] as const;
/** The snapshot topics of these owners, without those of customers and payment methods. */
const topics = 6;
const backfillsOf = (owner: string): string => `${owner}.snapshot_backfills`;

/** Every object has a version without an event, a day old, as if it were from before the snapshot topics; then the owners start again. */
export async function makeOlder(system: System): Promise<void> {
  await Promise.all(owners.map((owner) => system.kill(owner, 'SIGTERM')));
  for (const { table } of Object.values(stored))
    await rowsOf(system, `UPDATE ${table} SET version = version + 1, modified_at = modified_at - interval '1 day'`);
  for (const owner of owners) await rowsOf(system, `DELETE FROM ${backfillsOf(owner)}`);
  await Promise.all(owners.map((owner) => system.start(owner)));
}

/** Waits until the backfill of every topic has finished. */
export async function backfilled(system: System): Promise<void> {
  const backfills = owners.map((owner) => `SELECT topic, finished_at IS NULL AS open FROM ${backfillsOf(owner)}`);
  const finished = async () => {
    const found = await rowsOf<{ topic: string; open: boolean }>(system, backfills.join(' UNION ALL '));
    expect(found.filter(({ open }) => open)).toEqual([]);
    expect(found).toHaveLength(topics);
    return true;
  };
  await eventually(finished, { withinMs: 120_000, everyMs: 500 });
}

/** The objects whose stored version is not that of a read model. */
export function behind(system: System, schema: string): Promise<{ object: string; key: string }[]> {
  const differing = Object.entries(stored).map(
    ([object, { table, key }]) => `SELECT '${object}' AS object, o.key
      FROM (SELECT ${key} AS key, version FROM ${table}) o LEFT JOIN ${schema}.${object} t USING (key)
      WHERE t.version IS DISTINCT FROM o.version`,
  );
  return rowsOf(system, differing.join(' UNION ALL '));
}
