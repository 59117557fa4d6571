import type { Refusal, RefundRequest } from '@payorch/contracts';
import type { OperationId, PaymentId, RefundId } from '@payorch/kernel';
import type { SyncRules } from '@payorch/operations';
import type { PaymentRefunds } from './payment-refunds';
import type { Refund, PendingReply } from './refund';

/** Needs a person. Incidents are stored and counted until a person resolves them. */
export type Incident = 'late_success' | 'amounts_differ' | 'still_unknown';

/** A side effect of a decision. `messages/effects.ts` turns each into messages and replies. */
export type Effect =
  | { readonly kind: 'refund'; readonly refund: Refund }
  | { readonly kind: 'sync'; readonly refund: Refund }
  | { readonly kind: 'reply'; readonly refundId: RefundId; readonly pendingReplies: readonly PendingReply[] }
  | { readonly kind: 'acknowledge'; readonly pendingReplies: readonly PendingReply[] }
  /** The event to payments about its request to reserve a void. */
  | { readonly kind: 'void_reserved' | 'void_refused'; readonly operation: OperationId }
  | { readonly kind: 'incident'; readonly refundId: RefundId; readonly incident: Incident };

export interface Decided {
  readonly kind: 'decided';
  readonly refunds: PaymentRefunds;
  readonly effects: readonly Effect[];
}
/** The message is stale, out of order or without effect. */
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

/** The payment method of the refunded payment. */
export type PaymentMethod = NonNullable<RefundRequest['method']>;

export interface DecideRules extends SyncRules {
  /** The limit of refunds per payment. */
  readonly maxRefundsPerPayment: number;
  /** Delay before a scheduled refund is sent. */
  readonly scheduledDelayMs: number;
  /** When no outcome arrives from the worker within this time, the refund is synced. */
  readonly outcomeTimeoutMs: number;
  /** Whether the connector can refund this payment method. */
  readonly canRefund: (connector: string, method: PaymentMethod) => boolean;
}

/** The input of a decision besides the payment's refunds and the command. */
export interface DecideContext {
  readonly now: Date;
  readonly rules: DecideRules;
  /** The caller that waits for the reply; null for a message without a reply address. */
  readonly pendingReply: PendingReply | null;
  /** The payment of any refund of the merchant. */
  readonly paymentOf: (refundId: RefundId) => PaymentId | undefined;
  readonly newOperationId: () => OperationId;
}

/** The caller of this message, for a reply at once. */
export const pendingRepliesOf = ({ pendingReply }: Pick<DecideContext, 'pendingReply'>): readonly PendingReply[] =>
  pendingReply ? [pendingReply] : [];

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
