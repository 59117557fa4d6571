import type { ConnectorAccountSettings, Refusal, RelayOperation } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { SyncRules } from '@payorch/operations';
import type { PendingReply, Relay } from './relay';

/** The effects of a decision about a relay. `messages/relay-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | { readonly kind: 'send'; readonly operation: RelayOperation }
  | { readonly kind: 'sync' }
  | { readonly kind: 'sync_later'; readonly delayMs: number }
  | { readonly kind: 'cancel_sync' }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingReply[] };

export type Decision =
  | { readonly kind: 'decided'; readonly relay: Relay; readonly effects: readonly Effect[] }
  | { readonly kind: 'unchanged'; readonly effects: readonly Effect[] }
  | Refusal;

export const decided = (relay: Relay, effects: readonly Effect[] = []): Decision => ({
  kind: 'decided',
  relay,
  effects,
});
export const unchanged = (effects: readonly Effect[] = []): Decision => ({ kind: 'unchanged', effects });

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
