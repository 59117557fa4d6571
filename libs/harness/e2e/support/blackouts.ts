import { setTimeout as sleep } from 'node:timers/promises';
import { aMerchant, cardFields, eventually, ok, paymentBody, type System, type TestMerchant } from '@payorch/harness';
import { quiesce } from './aftermath';
import { counted } from './counts';
import { rowsOf } from './rows';
import { differences, sentTwice } from './witness';

export interface Blackout {
  readonly merchants: number;
  /**
   * Payments and refunds of each merchant that the processor executes without an answer, just before it falls silent: too few
   * for the breakers of charges and follow-ups to open.
   */
  readonly payments: number;
  readonly refunds: number;
  readonly silentMs: number;
  /** How long the last of them may take after the processor's return. */
  readonly resolvedWithinMs: number;
}

export interface BlackoutReport {
  readonly open: number;
  readonly resolvedMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** The processor executes and closes the connection: nobody here knows whether it did. */
const executedThenDropped = cardFields('4000000000070047');

const openNow = async (system: System): Promise<number> => {
  const [row] = await rowsOf<{ n: string }>(
    system,
    `SELECT (SELECT count(*) FROM payments.intents WHERE status = 'processing') +
            (SELECT count(*) FROM refunds.refunds WHERE state = 'pending') AS n`,
  );
  return Number(row?.n);
};

const paidBefore = ({ merchantId, api }: TestMerchant, { refunds }: Blackout) =>
  Promise.all(
    Array.from({ length: refunds }, async (_, index) =>
      ok(await api.post('/payments', paymentBody({ payment_id: `${merchantId}_paid_${index}` }))),
    ),
  );

const leaveUnknown = ({ merchantId, api }: TestMerchant, { payments, refunds }: Blackout) =>
  Promise.all([
    ...Array.from({ length: payments }, () => api.post('/payments', paymentBody(executedThenDropped))),
    ...Array.from({ length: refunds }, (_, index) =>
      api.post('/refunds', { payment_id: `${merchantId}_paid_${index}`, amount: 100 }),
    ),
  ]);

/**
 * The processor takes payments and refunds, and then falls silent: it accepts every lookup and answers none. Measures how
 * long after its return the last outcome is known.
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
  await Promise.all(merchants.map((merchant) => leaveUnknown(merchant, options)));
  const open = await openNow(system);
  await sleep(silentMs);
  // Silence decides nothing.
  expect(await openNow(system)).toBe(open);
  ok(await system.sandbox.raw('DELETE', '/control/faults'));
  const begun = performance.now();
  await eventually(async () => (await openNow(system)) === 0, { withinMs: resolvedWithinMs, everyMs: 250 });
  const resolvedMs = Math.round(performance.now() - begun);
  await quiesce(system);
  expect(await differences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  return { open, resolvedMs, statuses: await counted(system, 'statuses') };
}
