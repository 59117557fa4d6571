import type { Refusal } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { SyncRules } from '@payorch/operations';
import type { Mandate } from './mandate';
import type { PendingReply } from './revocation';

/** The effects of a decision about a mandate. `messages/effects.ts` turns each into messages, jobs and replies. */
export type Effect =
  | { readonly kind: 'revoke' }
  | { readonly kind: 'sync'; readonly round: number }
  | { readonly kind: 'sync_later'; readonly delayMs: number }
  | { readonly kind: 'cancel_sync' }
  /** The processor charges the saved payment method no more: no payment may name its id there again. */
  | { readonly kind: 'forget_reference' }
  /** Still unknown after many syncs: needs a person. The syncs continue. */
  | { readonly kind: 'incident' }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingReply[] }
  | { readonly kind: 'refuse'; readonly pendingReplies: readonly PendingReply[]; readonly refusal: Refusal };

export type Decision =
  | { readonly kind: 'decided'; readonly mandate: Mandate; readonly effects: readonly Effect[] }
  | { readonly kind: 'unchanged'; readonly effects: readonly Effect[] }
  | Refusal;

export const decided = (mandate: Mandate, effects: readonly Effect[] = []): Decision => ({
  kind: 'decided',
  mandate,
  effects,
});
export const unchanged = (effects: readonly Effect[] = []): Decision => ({ kind: 'unchanged', effects });

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
