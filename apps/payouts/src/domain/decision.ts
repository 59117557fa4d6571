import type { Refusal, RoutingSettings } from '@payorch/contracts';
import type { Currency, OperationId } from '@payorch/kernel';
import type { Decided, FollowEffect, PayoutStep, PendingReply, SyncRules } from '@payorch/operations';
import type { PayoutType } from '@payorch/contracts';
import type { Payout } from './payout';

/** The effects of a decision about a payout. `messages/effects.ts` turns each into messages, jobs and replies. */
export type Effect =
  /** The request to routing, which sends the first step. */
  | { readonly kind: 'route' }
  /** The command of the present attempt's step, to its account. */
  | { readonly kind: 'send' }
  | { readonly kind: 'cancel' }
  | Exclude<FollowEffect, { readonly kind: 'incident' }>
  /** The stored webhooks about the payout lose the recipient. */
  | { readonly kind: 'redact_webhooks' }
  | { readonly kind: 'acknowledge'; readonly pendingReplies: readonly PendingReply[] }
  | { readonly kind: 'refuse'; readonly pendingReplies: readonly PendingReply[]; readonly refusal: Refusal };

export type Decision = Decided<Payout, Effect> | Refusal;

/** Where a payout goes. */
export interface PaidTo {
  readonly payoutType: PayoutType;
  readonly methodType: string;
  readonly currency: Currency;
}

/** How a connector pays out so. */
export interface PaidBy {
  readonly steps: readonly PayoutStep[];
  readonly cancels: boolean;
}

export interface DecideRules extends SyncRules {
  /** When no outcome arrives from the worker within this time, it is asked for. */
  readonly outcomeTimeoutMs: number;
  /** Undefined: the connector does not pay out so. */
  readonly paidBy: (connector: string, paidTo: PaidTo) => PaidBy | undefined;
}

/** The input of a decision besides the payout and the message. */
export interface DecideContext {
  readonly now: Date;
  readonly partition: number;
  /** The caller that waits for the reply; none for outcomes and jobs. */
  readonly pendingReplies: readonly PendingReply[];
  readonly newOperationId: () => OperationId;
  /** How the profile of the payout routes; undefined: nothing is set for it. */
  readonly routing: (profileId: Payout['profileId']) => RoutingSettings | undefined;
  readonly rules: DecideRules;
}
