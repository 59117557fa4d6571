import type { Refusal, RefundRequest } from '@payorch/contracts';
import type { OperationId, PaymentId, RefundId } from '@payorch/kernel';
import type { Decided, OperationIncident, PendingReply, SyncRules } from '@payorch/operations';
import type { PaymentRefunds } from './payment-refunds';

/** A side effect of a decision. `messages/effects.ts` turns each into messages and replies. */
export type Effect =
  | { readonly kind: 'refund' | 'sync'; readonly refundId: RefundId }
  | { readonly kind: 'reply'; readonly refundId: RefundId; readonly pendingReplies: readonly PendingReply[] }
  | { readonly kind: 'acknowledge'; readonly pendingReplies: readonly PendingReply[] }
  /** The event to payments about its request to reserve a void. */
  | { readonly kind: 'void_reserved' | 'void_refused'; readonly operation: OperationId }
  /** Needs a person: stored and counted until a person resolves it. */
  | { readonly kind: 'incident'; readonly refundId: RefundId; readonly incident: OperationIncident };

export type Decision = Decided<PaymentRefunds, Effect> | Refusal;

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
  /** The caller that waits for the reply; none for a message without a reply address. */
  readonly pendingReplies: readonly PendingReply[];
  /** The payment of any refund of the merchant. */
  readonly paymentOf: (refundId: RefundId) => PaymentId | undefined;
  readonly newOperationId: () => OperationId;
}

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
