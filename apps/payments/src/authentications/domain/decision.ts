import type { AuthenticationTokenOf, ConnectorAccountSettings, ProfileSettings, Refusal } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import type { Decided, FactsOf, SealedFactsOf, SyncRules } from '@payorch/operations';
import type { AuthenticationTimes } from './authentication-times';
import type { PendingAnswer, StandaloneAuthentication } from './standalone-authentication';

/** The effects of a decision. `messages/authentication-decisions.ts` turns each into messages, jobs and replies. */
export type Effect =
  | ({ readonly kind: 'pre_authenticate' } & FactsOf<'pre_authenticate'>)
  | ({ readonly kind: 'authenticate' } & Omit<FactsOf<'authenticate'>, 'money'> & SealedFactsOf<'authenticate'>)
  | { readonly kind: 'sync' }
  | { readonly kind: 'due_later'; readonly delayMs: number }
  | { readonly kind: 'cancel_due' }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingAnswer[] };

export type Decision = Decided<StandaloneAuthentication, Effect> | Refusal;

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
  readonly pendingReplies: readonly PendingAnswer[];
  readonly profile: ProfileSettings;
  /** The connector accounts of the profile. */
  readonly accountsOfProfile: () => readonly ConnectorAccountSettings[];
  readonly newOperationId: () => OperationId;
  readonly randomText: (length: number) => string;
  readonly rules: AuthenticationRules;
}
