import type {
  AuthenticationDetails,
  AuthenticationTokenOf,
  ConnectorAccountSettings,
  MethodCompletion,
  ProfileSettings,
  Refusal,
  SealedCard,
} from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { SyncRules } from '@payorch/operations';
import type { AuthenticationTimes } from './authentication-times';
import type { PendingReply, StandaloneAuthentication } from './standalone-authentication';

/** The effects of a decision. `messages/authentication-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | { readonly kind: 'pre_authenticate'; readonly card: SealedCard; readonly requestorUrl: string }
  | {
      readonly kind: 'authenticate';
      readonly reference: string;
      readonly version: string;
      readonly card: SealedCard;
      readonly methodCompletion: MethodCompletion;
      readonly requestsChallenge: boolean;
      readonly requestorUrl: string;
      readonly returnUrl: string;
      readonly details: AuthenticationDetails;
    }
  | { readonly kind: 'sync' }
  | { readonly kind: 'due_later'; readonly delayMs: number }
  | { readonly kind: 'cancel_due' }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingReply[] };

export type Decision =
  | {
      readonly kind: 'decided';
      readonly authentication: StandaloneAuthentication;
      readonly effects: readonly Effect[];
    }
  | { readonly kind: 'unchanged'; readonly effects: readonly Effect[] }
  | Refusal;

export const decided = (authentication: StandaloneAuthentication, effects: readonly Effect[] = []): Decision => ({
  kind: 'decided',
  authentication,
  effects,
});
export const unchanged = (effects: readonly Effect[] = []): Decision => ({ kind: 'unchanged', effects });

export interface AuthenticationRules extends Pick<SyncRules, 'syncAfterMs'>, AuthenticationTimes {
  readonly publicUrl: string;
  readonly returnToken: AuthenticationTokenOf;
  /** Any number of requests and returns cause one sync in this time. */
  readonly returnLookupEveryMs: number;
}

/** The input of a decision besides the authentication and the message. */
export interface DecideContext {
  readonly now: Date;
  readonly partition: number;
  /** The caller that waits for the reply; none for outcomes and jobs. */
  readonly pendingReplies: readonly PendingReply[];
  readonly profile: ProfileSettings;
  /** The connector accounts of the profile. */
  readonly accountsOfProfile: () => readonly ConnectorAccountSettings[];
  readonly newOperationId: () => OperationId;
  readonly randomText: (length: number) => string;
  readonly rules: AuthenticationRules;
}
