import type { Refusal, RefundRequest } from '@payorch/contracts';
import type { OperationId, PaymentId, RefundId } from '@payorch/kernel';
import type { PaymentRefunds } from './payment-refunds';
import type { Refund, Waiter } from './refund';

/** Something that only a person can settle, or must at least know of. Never dropped, never silent. */
export type Incident = 'late_success' | 'sums_differ' | 'still_unknown';

/** What a decision wants done. The shell's side of the service turns each into messages, jobs and replies. */
export type Effect =
  | { readonly kind: 'refund'; readonly refund: Refund }
  | { readonly kind: 'ask'; readonly refund: Refund }
  | { readonly kind: 'answer'; readonly refundId: RefundId; readonly waiters: readonly Waiter[] }
  | { readonly kind: 'acknowledge'; readonly waiters: readonly Waiter[] }
  /** What the owner of payments is told of the void that it asked about. */
  | { readonly kind: 'void_reserved' | 'void_refused'; readonly operation: OperationId }
  | { readonly kind: 'incident'; readonly refundId: RefundId; readonly incident: Incident };

export interface Decided {
  readonly kind: 'decided';
  readonly refunds: PaymentRefunds;
  readonly effects: readonly Effect[];
}
/** Stale, out of order, or nothing to do: all stays as it is. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly effects: readonly Effect[];
}
export type Decision = Decided | Unchanged | Refusal;

export const decided = (refunds: PaymentRefunds, effects: readonly Effect[] = []): Decided => ({
  kind: 'decided',
  refunds,
  effects,
});
export const unchanged = (effects: readonly Effect[] = []): Unchanged => ({ kind: 'unchanged', effects });

/** What was paid with. */
export type PaymentMethod = NonNullable<RefundRequest['method']>;

export interface DecideRules {
  /** Beyond so many refunds of a payment there is no other. */
  readonly refundsPerPayment: number;
  /** How long a scheduled refund waits. */
  readonly scheduledForMs: number;
  /** A worker that has not answered by then is asked. */
  readonly answerWithinMs: number;
  /** When to ask about an unknown outcome: the first delays, then the last one growing by half each time, up to a day. */
  readonly askAfterMs: readonly number[];
  /** How often to ask before a person is told; asking goes on. */
  readonly askQuietly: number;
  /** Whether the connector can give back what was paid so. */
  readonly canRefund: (connector: string, method: PaymentMethod) => boolean;
}

/** All that a decision may know besides the refunds of the payment and the command. */
export interface DecideContext {
  readonly now: Date;
  readonly rules: DecideRules;
  /** Who waits for the answer; null where nobody does. */
  readonly waiter: Waiter | null;
  /** Whose payment a refund of the merchant belongs to, wherever it is. */
  readonly paymentOf: (refundId: RefundId) => PaymentId | undefined;
  readonly newOperationId: () => OperationId;
}

/** Whoever asked, for an answer at once. */
export const waitersOf = ({ waiter }: Pick<DecideContext, 'waiter'>): readonly Waiter[] => (waiter ? [waiter] : []);

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
