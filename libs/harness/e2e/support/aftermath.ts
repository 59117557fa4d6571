import { contradictions, eventually, type LogEntry, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { rowsOf } from './rows';
import { differences, sentTwice } from './witness';

/** What still moves: operations that nobody knows the end of, and messages that are not out. `authorized` waits for its merchant. */
const underWay = `
  SELECT 'attempt ' || payment_id || ' is ' || state AS what FROM payments.attempts
    WHERE state IN ('authorizing', 'pending', 'capture_initiated', 'void_initiated', 'cancellation_initiated')
  UNION ALL SELECT 'outbox ' || id FROM payments.outbox WHERE published_at IS NULL`;

/** Waits until nothing is under way any more; fails with what is. */
export async function quiesce(system: RunningSystem, withinMs = 60_000): Promise<void> {
  await eventually(
    async () => {
      const left = await rowsOf<{ what: string }>(system, underWay);
      if (left.length > 0)
        throw new Error(
          `${left.length} under way: ${left
            .slice(0, 5)
            .map(({ what }) => what)
            .join('; ')}`,
        );
      return true;
    },
    { withinMs, everyMs: 100 },
  );
}

/** What the interface says of these payments now; those that it does not know are left out. */
export async function statusesOf({ api }: TestMerchant, paymentIds: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const ids = [...paymentIds];
  const reader = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const { status, body, text } = await api.get(`/payments/${id}`);
      if (status === 200) found.set(id, body.status);
      else if (status !== 404) throw new Error(`${id}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, reader));
  return found;
}

/**
 * The judgement after a fault: everything came to an end; what clients were told still holds; each payment says what the
 * processor's own ledger says; no operation was sent twice. Gives the number of payments.
 */
export async function judge(
  system: RunningSystem,
  merchant: TestMerchant,
  log: readonly LogEntry[],
  withinMs?: number,
): Promise<number> {
  await quiesce(system, withinMs);
  const now = await statusesOf(merchant, new Set(log.map(({ paymentId }) => paymentId)));
  expect(contradictions(log, now)).toEqual([]);
  expect(await differences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  return now.size;
}
