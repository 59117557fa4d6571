import { contradictions, eventually, type LogEntry, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { rowsOf } from './rows';
import { ledgerDifferences, sentTwice } from './ledger-check';

/** Unfinished work: operations with an unknown outcome and unpublished messages. An `authorized` attempt is finished. */
const openWork = `
  SELECT 'attempt ' || payment_id || ' is ' || state AS what FROM payments.attempts
    WHERE state IN ('authorizing', 'pending', 'capture_initiated', 'void_initiated', 'cancellation_initiated')
  UNION ALL SELECT 'outbox ' || id FROM payments.outbox`;

/** Waits until no work is unfinished; otherwise fails with examples of it. */
export async function quiesce(system: RunningSystem, withinMs = 60_000): Promise<void> {
  await eventually(
    async () => {
      const left = await rowsOf<{ what: string }>(system, openWork);
      if (left.length > 0)
        throw new Error(
          `${left.length} unfinished: ${left
            .slice(0, 5)
            .map(({ what }) => what)
            .join('; ')}`,
        );
      return true;
    },
    { withinMs, everyMs: 100 },
  );
}

/**
 * The current statuses of these payments by the public interface; unknown payments are left out. A busy system may refuse to read
 * a payment in time (503); the read is repeated.
 */
export async function statusesOf({ api }: TestMerchant, paymentIds: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const ids = [...paymentIds];
  const reader = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const { status, body, text } = await eventually(async () => {
        const answer = await api.get(`/payments/${id}`);
        if (answer.status === 503) throw new Error(`${id}: 503 ${answer.text}`);
        return answer;
      });
      if (status === 200) found.set(id, body.status);
      else if (status !== 404) throw new Error(`${id}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, reader));
  return found;
}

/**
 * Asserts after a fault: no work is unfinished, no answer to a client is contradicted, each payment agrees with the processor's
 * ledger, and no operation was sent twice. Returns the number of payments.
 */
export async function expectConsistency(
  system: RunningSystem,
  merchant: TestMerchant,
  log: readonly LogEntry[],
  withinMs?: number,
): Promise<number> {
  await quiesce(system, withinMs);
  const now = await statusesOf(merchant, new Set(log.map(({ paymentId }) => paymentId)));
  expect(contradictions(log, now)).toEqual([]);
  expect(await ledgerDifferences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  return now.size;
}
