import type { ConnectorAccountSettings, Refusal, RelayOperation } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { Decided, FollowEffect, PendingReply, SyncRules } from '@payorch/operations';
import type { Relay } from './relay';

/** The effects of a decision about a relay. `messages/relay-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | { readonly kind: 'send'; readonly operation: RelayOperation }
  | Exclude<FollowEffect, { readonly kind: 'incident' }>;

export type Decision = Decided<Relay, Effect> | Refusal;

export interface RelayRules extends SyncRules {
  /** A worker may have to begin the operation within this time: no sync before. */
  readonly beginWithinMs: number;
}

/** The input of a decision besides the relay and the message. */
export interface DecideContext {
  readonly now: Date;
  readonly partition: number;
  /** The caller that waits for the reply; none for outcomes and jobs. */
  readonly pendingReplies: readonly PendingReply[];
  /** The merchant's connector account by its id. */
  readonly accountOf: (merchantConnectorId: string) => ConnectorAccountSettings | undefined;
  readonly newOperationId: () => OperationId;
  readonly rules: RelayRules;
}
