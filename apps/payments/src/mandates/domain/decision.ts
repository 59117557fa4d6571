import type { Refusal } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { Decided, FollowEffect, PendingReply, SyncRules } from '@payorch/operations';
import type { Mandate } from './mandate';

/** The effects of a decision about a mandate. `messages/mandate-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | FollowEffect
  | { readonly kind: 'revoke' }
  /** The processor charges the saved payment method no more: no payment may name its id there again. */
  | { readonly kind: 'forget_reference' }
  | { readonly kind: 'refuse'; readonly pendingReplies: readonly PendingReply[]; readonly refusal: Refusal };

export type Decision = Decided<Mandate, Effect> | Refusal;

export interface RevocationRules extends SyncRules {
  /** A worker may have to begin the revocation within this time: no sync before. */
  readonly beginWithinMs: number;
}

/** The input of a decision besides the mandate and the message. */
export interface DecideContext {
  readonly now: Date;
  readonly partition: number;
  /** The caller that waits for the reply; none for outcomes and jobs. */
  readonly pendingReplies: readonly PendingReply[];
  readonly newOperationId: () => OperationId;
  readonly rules: RevocationRules;
}
