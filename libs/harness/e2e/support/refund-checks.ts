import {
  eventually,
  ok,
  paymentBody,
  type Answer,
  type Api,
  type Json,
  type RunningSystem,
  type System,
  type SystemOptions,
  type TestMerchant,
} from '@payorch/harness';
import { spawnQuick } from './quick-system';
import { rowsOf } from './rows';
import { sentTwice } from './ledger-check';

/** The delay of a scheduled refund: longer than every step that a test does before it. */
export const scheduledAfterMs = 5_000;

/** The apps of `spawnQuick`, with short times in the refunds service too. */
export const spawnQuickWithRefunds = ({ appEnv = {}, ...options }: SystemOptions = {}): Promise<System> =>
  spawnQuick({
    ...options,
    appEnv: {
      ...appEnv,
      refunds: {
        SYNC_PACE_PERCENT: '5',
        SWEEP_EVERY: '1s',
        SWEEP_AFTER: '5s',
        JOB_POLL: '100ms',
        SCHEDULED_REFUND_AFTER: `${scheduledAfterMs}ms`,
        REFUND_OUTCOME_TIMEOUT: '5s',
        ...appEnv.refunds,
      },
    },
  });

/** Creates a succeeded payment and returns its id. */
export const paid = async ({ api }: TestMerchant, amount = 10_000, more: object = {}): Promise<string> => {
  const payment = ok(await api.post('/payments', paymentBody({ amount, ...more })));
  if (payment.status !== 'succeeded') throw new Error(`${payment.payment_id} is ${payment.status}`);
  return payment.payment_id as string;
};

export const retrieveRefund = async ({ api }: TestMerchant, refundId: string): Promise<Json> =>
  ok(await api.get(`/refunds/${refundId}`));

export const untilRefundIs = (merchant: TestMerchant, refundId: string, status: string, withinMs = 20_000) =>
  eventually(
    async () => {
      const refund = await retrieveRefund(merchant, refundId);
      if (refund.status !== status) throw new Error(`${refundId} is ${refund.status}, not ${status}`);
      return refund;
    },
    { withinMs },
  );

/** The payment of a ledger entry: an attempt reference is the payment id with a number. */
const paymentOf = ({ payment }: Json): string => String(payment?.attemptReference).replace(/_\d+$/, '');

/** The amounts that the processor refunded of one payment. */
export const refundedAmounts = (system: RunningSystem, paymentId: string): number[] =>
  system
    .ledger()
    .filter((entry) => entry.entry === 'effect' && entry.effect === 'refund' && paymentOf(entry) === paymentId)
    .map(({ amount }) => amount as number);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

interface Balance {
  readonly payment_id: string;
  readonly charged: string;
  readonly reserved: string;
  readonly succeeded: string;
}

/**
 * One line for each payment (of one merchant, or of all) whose refunds differ from the processor's ledger (M3): refunded more
 * than charged, succeeded refunds that differ from the ledger's, or more reserved than charged. Must be empty when no work is
 * unfinished.
 */
export async function refundDifferences(system: RunningSystem, ofMerchant = '%'): Promise<string[]> {
  const paymentsWhere = async (condition: string): Promise<ReadonlySet<string>> => {
    const rows = await rowsOf(system, `SELECT payment_id FROM payments.intents WHERE ${condition}`, [ofMerchant]);
    return new Set(rows.map(({ payment_id }) => payment_id as string));
  };
  const [ours, others] = [await paymentsWhere('merchant_id LIKE $1'), await paymentsWhere('merchant_id NOT LIKE $1')];
  const refunded = new Map<string, number[]>();
  const charged = new Map<string, number>();
  for (const entry of system.ledger()) {
    if (entry.entry !== 'effect') continue;
    const paymentId = paymentOf(entry);
    if (!ours.has(paymentId)) continue;
    if (entry.effect === 'refund') refunded.set(paymentId, [...(refunded.get(paymentId) ?? []), entry.amount]);
    if (entry.effect === 'charge' || entry.effect === 'capture')
      charged.set(paymentId, (charged.get(paymentId) ?? 0) + entry.amount);
  }
  const balances = await rowsOf<Balance>(
    system,
    `SELECT payment_id, charged, reserved, (
       SELECT coalesce(sum(amount), 0) FROM refunds.refunds r
       WHERE r.merchant_id = b.merchant_id AND r.payment_id = b.payment_id AND r.state = 'success') AS succeeded
     FROM refunds.balances b WHERE merchant_id LIKE $1`,
    [ofMerchant],
  );
  const known = new Map(balances.map((balance) => [balance.payment_id, balance]));
  const wrong = [...new Set([...refunded.keys(), ...known.keys()])].flatMap((paymentId) => {
    const back = sumOf(refunded.get(paymentId) ?? []);
    const balance = known.get(paymentId);
    const lines = [];
    if (back > (charged.get(paymentId) ?? 0))
      lines.push(`${paymentId}: ${back} refunded of ${charged.get(paymentId)} charged`);
    if (back !== Number(balance?.succeeded ?? 0))
      lines.push(`${paymentId}: ${back} refunded by the ledger, ${balance?.succeeded} by the database`);
    if (balance && Number(balance.reserved) > Number(balance.charged))
      lines.push(`${paymentId}: ${balance.reserved} reserved of ${balance.charged}`);
    return lines;
  });
  return [...wrong, ...sentTwice(system, others)];
}

/** Sets the outcome of a refund as an operator (manual update). */
export const declareRefund = (
  admin: Api,
  { merchantId }: TestMerchant,
  refundId: string,
  body: object,
): Promise<Answer> =>
  admin.raw('PUT', `/refunds/${refundId}/manual-update`, JSON.stringify({ merchant_id: merchantId, ...body }), {
    'content-type': 'application/json',
  });

const open = `
  SELECT 'refund ' || refund_id || ' is ' || state AS what FROM refunds.refunds
  WHERE state IN ('scheduled', 'pending') AND merchant_id LIKE $1
  UNION ALL SELECT 'outbox ' || id FROM refunds.outbox
  UNION ALL SELECT 'outbox ' || id FROM payments.outbox`;

interface LedgerScope {
  readonly withinMs?: number;
  /** Payments about which the processor gave false answers. */
  readonly except?: readonly string[];
  /** Limits the check to one merchant, in a shared system. */
  readonly ofMerchant?: string;
}

/** Waits until no refund is open, then compares all refunds with the processor's ledger. */
export async function expectRefundLedgerAgreement(
  system: RunningSystem,
  { withinMs = 40_000, except = [], ofMerchant }: LedgerScope = {},
): Promise<void> {
  await eventually(
    async () => {
      const left = await rowsOf<{ what: string }>(system, open, [ofMerchant ?? '%']);
      if (left.length > 0) throw new Error(`${left.length} unfinished, such as ${left[0]!.what}`);
      return true;
    },
    { withinMs, everyMs: 200 },
  );
  const wrong = await refundDifferences(system, ofMerchant);
  expect(wrong.filter((line) => !except.some((paymentId) => line.startsWith(`${paymentId}:`)))).toEqual([]);
}
