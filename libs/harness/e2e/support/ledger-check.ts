import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { rowsOf } from './rows';

/** An effect in the processor's ledger: funds moved, or an authorization made, voided or extended. */
export interface Effect {
  readonly effect: 'authorize' | 'charge' | 'capture' | 'void' | 'post_capture_void' | 'extend';
  readonly amount: number;
  /** The id of the operation that caused the effect. */
  readonly reference: string;
}

const operationKinds = [
  'payment',
  'capture',
  'void',
  'post_capture_void',
  'extend',
  'order',
  'refund',
  'unreferenced_refund',
  'payout_eligibility',
  'payout_recipient',
  'payout_recipient_account',
  'payout_create',
  'payout_fulfill',
  'payout_cancel',
];
const lookupKinds = ['lookup', 'refund_lookup', 'order_lookup'];

/** The payment of a ledger entry: an attempt reference is the payment id with a number. Stripe's entries carry it as `reference`. */
const paymentOf = ({ payment, reference }: Json): string =>
  String(payment?.attemptReference ?? reference).replace(/_\d+$/, '');

/** The processor's effects for one payment, in order. */
export const effectsOf = (system: RunningSystem, paymentId: string): Effect[] =>
  system.ledger().filter((entry) => entry.entry === 'effect' && paymentOf(entry) === paymentId);

/** How many effects the processor has for all payments of a merchant: other specs pay at the same processor meanwhile. */
export async function effectCount(system: RunningSystem, merchantId: string): Promise<number> {
  const sql = 'SELECT payment_id FROM payments.intents WHERE merchant_id = $1';
  const own = new Set((await rowsOf<{ payment_id: string }>(system, sql, [merchantId])).map((row) => row.payment_id));
  return system.ledger().filter((entry) => entry.entry === 'effect' && own.has(paymentOf(entry))).length;
}

/** The effects of one payment as labels such as `charge 6540`. */
export const effectLabelsOf = (system: RunningSystem, paymentId: string): string[] =>
  effectsOf(system, paymentId).map(({ effect, amount }) => `${effect} ${amount}`);

/** The processor's requests for one operation: the calls that execute it, and the lookups. */
export const requestsFor = (
  system: RunningSystem,
  operationId: string,
): { readonly calls: Json[]; readonly lookups: Json[] } => {
  const requests = system.ledger().filter(({ entry, reference }) => entry === 'request' && reference === operationId);
  return {
    calls: requests.filter(({ kind }) => operationKinds.includes(kind)),
    lookups: requests.filter(({ kind }) => lookupKinds.includes(kind)),
  };
};

/**
 * One line for each operation that was sent or executed more than once; must be empty (M1). Effects and
 * captures at Stripe carry the attempt's reference, which a charge, its captures and its refunds share, so they are not counted.
 * `except`: payments of other specs, whose journeys may play a customer at the processor.
 */
export function sentTwice(system: RunningSystem, except: ReadonlySet<string> = new Set()): string[] {
  const seen = new Map<string, number>();
  for (const one of system.ledger()) {
    const { entry, kind, reference, connector } = one;
    if (except.has(paymentOf(one))) continue;
    if (connector === 'stripe' && (entry === 'effect' || kind === 'capture')) continue;
    if (entry !== 'effect' && !(entry === 'request' && operationKinds.includes(kind))) continue;
    const name = `${entry} ${reference}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].filter(([, times]) => times > 1).map(([name, times]) => `${name}: ${times} times`);
}

const unauthorizedStatuses = ['requires_payment_method', 'requires_confirmation', 'failed', 'cancelled', 'expired'];
const open = ['requires_customer_action'];

/** The received amount and the statuses that the effects allow. A refused capture or void can fail a payment that stays authorized. */
export function expectedFromLedger(
  effects: readonly Effect[],
  amount: number,
  wasRefused = false,
): { received: number; statuses: readonly string[] } {
  const sum = (kind: Effect['effect']) =>
    effects.filter(({ effect }) => effect === kind).reduce((total, one) => total + one.amount, 0);
  const received = sum('charge') + sum('capture');
  if (sum('post_capture_void') > 0) return { received, statuses: ['cancelled_post_capture'] };
  if (received > amount) return { received, statuses: ['conflicted'] };
  if (received > 0) return { received, statuses: [received === amount ? 'succeeded' : 'partially_captured'] };
  const isAuthorized =
    effects.some(({ effect }) => effect === 'authorize') && !effects.some(({ effect }) => effect === 'void');
  return {
    received,
    statuses: isAuthorized ? ['requires_capture', ...(wasRefused ? ['failed'] : [])] : unauthorizedStatuses,
  };
}

const isRefusedFollowUp = ({ kind, status }: Json): boolean =>
  ['capture', 'void', 'post_capture_void'].includes(kind) && status === 'failed';

interface StoredPayment {
  readonly payment_id: string;
  readonly status: string;
  readonly amount: string;
  readonly amount_received: string | null;
}

/** One line for each payment that differs from the processor's ledger. Must be empty when no work is unfinished. */
export async function ledgerDifferences(system: RunningSystem): Promise<string[]> {
  const payments = await rowsOf<StoredPayment>(
    system,
    'SELECT payment_id, status, amount, amount_received FROM payments.intents ORDER BY created_at',
  );
  const effectsByPayment = new Map<string, Effect[]>();
  const refused = new Set<string>();
  for (const entry of system.ledger()) {
    if (entry.entry === 'effect')
      effectsByPayment.set(paymentOf(entry), [...(effectsByPayment.get(paymentOf(entry)) ?? []), entry]);
    if (entry.entry === 'record' && entry.payment?.operations.some(isRefusedFollowUp)) refused.add(paymentOf(entry));
  }
  return payments.flatMap(({ payment_id, status, amount, amount_received }) => {
    const effects = effectsByPayment.get(payment_id) ?? [];
    const { received, statuses } = expectedFromLedger(effects, Number(amount), refused.has(payment_id));
    const sameSum = status === 'conflicted' || Number(amount_received ?? 0) === received;
    if (sameSum && ([...statuses, ...(effects.length === 0 ? open : [])] as string[]).includes(status)) return [];
    const listed = effects.map((one) => `${one.effect} ${one.amount}`).join(', ') || 'nothing';
    return [`${payment_id} is ${status} with ${amount_received}; the ledger has ${listed}`];
  });
}

/** The payment, retrieved with the merchant's key. */
export const retrievePayment = async ({ api }: TestMerchant, paymentId: string): Promise<Json> =>
  ok(await api.get(`/payments/${paymentId}`));
