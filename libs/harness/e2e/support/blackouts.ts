import { setTimeout as sleep } from 'node:timers/promises';
import { aMerchant, cardFields, eventually, ok, paymentBody, type System, type TestMerchant } from '@payorch/harness';
import { quiesce } from './consistency-check';
import { counted } from './counts';
import { rowsOf } from './rows';
import { ledgerDifferences, sentTwice } from './ledger-check';

export interface Blackout {
  readonly merchants: number;
  /**
   * Payments and refunds of each merchant that the processor executes without an answer just before the blackout: too few to
   * open the circuit breakers of charges and follow-ups.
   */
  readonly payments: number;
  readonly refunds: number;
  readonly silentMs: number;
  /** Limit for the last outcome to be known after the processor's return. */
  readonly resolvedWithinMs: number;
}

export interface BlackoutReport {
  readonly open: number;
  readonly resolvedMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** The processor executes the charge and closes the connection: the outcome is unknown. */
const executedThenDropped = cardFields('4000000000070047');

const openNow = async (system: System, merchants: readonly TestMerchant[]): Promise<number> => {
  const [row] = await rowsOf<{ n: string }>(
    system,
    `SELECT (SELECT count(*) FROM payments.intents WHERE status = 'processing' AND merchant_id = ANY($1)) +
            (SELECT count(*) FROM refunds.refunds WHERE state = 'pending' AND merchant_id = ANY($1)) AS n`,
    [merchants.map(({ merchantId }) => merchantId)],
  );
  return Number(row?.n);
};

const paidBefore = ({ merchantId, api }: TestMerchant, { refunds }: Blackout) =>
  Promise.all(
    Array.from({ length: refunds }, async (_, index) =>
      ok(await api.post('/payments', paymentBody({ payment_id: `${merchantId}_paid_${index}` }))),
    ),
  );

const createUnknownOutcomes = ({ merchantId, api }: TestMerchant, { payments, refunds }: Blackout) =>
  Promise.all([
    ...Array.from({ length: payments }, () => api.post('/payments', paymentBody(executedThenDropped))),
    ...Array.from({ length: refunds }, (_, index) =>
      api.post('/refunds', { payment_id: `${merchantId}_paid_${index}`, amount: 100 }),
    ),
  ]);

/**
 * The processor executes payments and refunds without an answer, then accepts lookups without answering them. Measures the
 * time from the processor's return until the last outcome is known.
 */
export async function blackOut(system: System, options: Blackout): Promise<BlackoutReport> {
  const { silentMs, resolvedWithinMs } = options;
  const merchants: TestMerchant[] = [];
  while (merchants.length < options.merchants) merchants.push(await aMerchant(system));
  await Promise.all(merchants.map((merchant) => paidBefore(merchant, options)));
  const fault = (kind: string, name: string) =>
    system.sandbox.post('/control/faults', { match: { kind }, fault: name });
  for (const kind of ['lookup', 'refund_lookup']) ok(await fault(kind, 'hang'));
  ok(await fault('refund', 'execute_then_drop'));
  await Promise.all(merchants.map((merchant) => createUnknownOutcomes(merchant, options)));
  const open = await openNow(system, merchants);
  await sleep(silentMs);
  // Without answers from the processor no outcome is decided.
  expect(await openNow(system, merchants)).toBe(open);
  ok(await system.sandbox.raw('DELETE', '/control/faults'));
  const startedAt = performance.now();
  await eventually(async () => (await openNow(system, merchants)) === 0, { withinMs: resolvedWithinMs, everyMs: 250 });
  const resolvedMs = Math.round(performance.now() - startedAt);
  await quiesce(system);
  expect(await ledgerDifferences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  return { open, resolvedMs, statuses: await counted(system, 'statuses', merchants) };
}
