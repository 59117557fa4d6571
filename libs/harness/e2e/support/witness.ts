import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { rowsOf } from './rows';

/** Money moved, or held for longer, as the processor wrote it down. */
export interface Effect {
  readonly effect: 'hold' | 'charge' | 'capture' | 'void' | 'post_capture_void' | 'extend';
  readonly amount: number;
  /** The operation that asked for it. */
  readonly reference: string;
}

const moving = ['payment', 'capture', 'void', 'post_capture_void', 'extend', 'refund'];
const asking = ['lookup', 'refund_lookup'];

/** Whose attempt it was: attempts are named after their payment, with a number. Stripe's entries bear the attempt's name themselves. */
const paymentOf = ({ payment, reference }: Json): string =>
  String(payment?.attemptReference ?? reference).replace(/_\d+$/, '');

/** What the processor did for one payment, in order. */
export const effectsOf = (system: RunningSystem, paymentId: string): Effect[] =>
  system.ledger().filter((entry) => entry.entry === 'effect' && paymentOf(entry) === paymentId);

/** The same in a few words: `charge 6540`. */
export const deedsOf = (system: RunningSystem, paymentId: string): string[] =>
  effectsOf(system, paymentId).map(({ effect, amount }) => `${effect} ${amount}`);

/** How often the processor was asked about, and asked for, one operation. */
export const requestsFor = (
  system: RunningSystem,
  operationId: string,
): { readonly calls: Json[]; readonly lookups: Json[] } => {
  const requests = system.ledger().filter(({ entry, reference }) => entry === 'request' && reference === operationId);
  return {
    calls: requests.filter(({ kind }) => moving.includes(kind)),
    lookups: requests.filter(({ kind }) => asking.includes(kind)),
  };
};

/**
 * Operations that the processor was called for, or that moved money, more than once: there must be none (M1). What happens at
 * Stripe bears the name of the attempt, so that a charge and its refund have the same: that is no second one.
 */
export function sentTwice(system: RunningSystem): string[] {
  const seen = new Map<string, number>();
  for (const { entry, kind, reference, connector } of system.ledger()) {
    if (entry === 'effect' && connector === 'stripe') continue;
    if (entry !== 'effect' && !(entry === 'request' && moving.includes(kind))) continue;
    const name = `${entry} ${reference}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].filter(([, times]) => times > 1).map(([name, times]) => `${name}: ${times} times`);
}

const nothingHeld = ['requires_payment_method', 'requires_confirmation', 'failed', 'cancelled', 'expired'];
const open = ['requires_customer_action'];

/** The sums and the statuses that the processor's deeds allow. A refused capture or void ends a payment, and the hold stays. */
export function truthOf(
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
  const isHeld = effects.some(({ effect }) => effect === 'hold') && !effects.some(({ effect }) => effect === 'void');
  return { received, statuses: isHeld ? ['requires_capture', ...(wasRefused ? ['failed'] : [])] : nothingHeld };
}

const isRefusedFollower = ({ kind, status }: Json): boolean =>
  ['capture', 'void', 'post_capture_void'].includes(kind) && status === 'failed';

interface Stored {
  readonly payment_id: string;
  readonly status: string;
  readonly amount: string;
  readonly amount_received: string | null;
}

/** Every payment whose story differs from the processor's, a line each. Empty is right, once all is quiet. */
export async function differences(system: RunningSystem): Promise<string[]> {
  const payments = await rowsOf<Stored>(
    system,
    'SELECT payment_id, status, amount, amount_received FROM payments.intents ORDER BY created_at',
  );
  const deeds = new Map<string, Effect[]>();
  const refused = new Set<string>();
  for (const entry of system.ledger()) {
    if (entry.entry === 'effect') deeds.set(paymentOf(entry), [...(deeds.get(paymentOf(entry)) ?? []), entry]);
    if (entry.entry === 'record' && entry.payment?.operations.some(isRefusedFollower)) refused.add(paymentOf(entry));
  }
  return payments.flatMap(({ payment_id, status, amount, amount_received }) => {
    const effects = deeds.get(payment_id) ?? [];
    const { received, statuses } = truthOf(effects, Number(amount), refused.has(payment_id));
    const sameSum = status === 'conflicted' || Number(amount_received ?? 0) === received;
    if (sameSum && ([...statuses, ...(effects.length === 0 ? open : [])] as string[]).includes(status)) return [];
    const told = effects.map((one) => `${one.effect} ${one.amount}`).join(', ') || 'nothing';
    return [`${payment_id} is ${status} with ${amount_received}; the processor did ${told}`];
  });
}

/** A payment as its merchant sees it. */
export const seen = async ({ api }: TestMerchant, paymentId: string): Promise<Json> =>
  ok(await api.get(`/payments/${paymentId}`));
