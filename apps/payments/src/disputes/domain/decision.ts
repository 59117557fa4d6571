import type { DataOf, disputeSubmit, Refusal } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { Decided, FollowEffect, PendingReply, SyncRules } from '@payorch/operations';
import type { Dispute } from './dispute';

type Submitted = Pick<DataOf<typeof disputeSubmit>, 'texts' | 'files'>;

/** The effects of a decision about a dispute. `messages/dispute-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | Exclude<FollowEffect, { readonly kind: 'incident' }>
  | { readonly kind: 'accept' }
  /** Texts and files are in no row: only this message has them, sealed. */
  | ({ readonly kind: 'submit' } & Submitted)
  /** Reads the dispute at its processor. */
  | { readonly kind: 'read' }
  /** Reads it for no caller: nothing is stored before something is found. */
  | { readonly kind: 'poll'; readonly round: number }
  | { readonly kind: 'poll_later'; readonly delayMs: number }
  | { readonly kind: 'acknowledge'; readonly pendingReplies: readonly PendingReply[]; readonly body: object | null }
  | { readonly kind: 'refuse'; readonly pendingReplies: readonly PendingReply[]; readonly refusal: Refusal };

export type Decision = Decided<Dispute, Effect> | Refusal;

export interface DisputeRules extends SyncRules {
  /** A worker may have to begin the answer within this time: no sync before. */
  readonly beginWithinMs: number;
}

/** The input of a decision besides the dispute and the message. */
export interface DecideContext {
  readonly now: Date;
  readonly partition: number;
  /** The caller that waits for the reply; none for outcomes, reports and jobs. */
  readonly pendingReplies: readonly PendingReply[];
  readonly newOperationId: () => OperationId;
  readonly rules: DisputeRules;
  /** When an open dispute is read again; null: its profile has none read. */
  readonly pollAfterMs: number | null;
}
