import type { AuthenticationAnswer, Caller, JsonObject, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { AuthenticationId, MerchantId, Money, ProfileId } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import type { PendingReply } from '@payorch/operations';
import type { StoredCard } from '../../payment-methods/domain/method';
import type { Authentication } from './authentication';
import type { StandaloneState } from './standalone.machine';
import { openAuthenticationStates } from './standalone.machine';

/** client: a browser, which never gets the proof. */
export type Audience = 'merchant' | 'client';

/** A waiting caller, and which answer of the interface it gets. */
export interface PendingAnswer extends PendingReply {
  readonly answer: AuthenticationAnswer;
  readonly audience: Audience;
}

/** The authentication of a merchant's customer without a payment at this service. */
export interface StandaloneAuthentication {
  readonly merchantId: MerchantId;
  readonly authenticationId: AuthenticationId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  readonly profileId: ProfileId;
  readonly money: Money;
  readonly state: StandaloneState;
  /** The 3DS server that the merchant named; null: the profile's first one. */
  readonly connector: string | null;
  readonly returnUrl: string | null;
  readonly forceChallenge: boolean | null;
  /** `customer_details` as the interface has it. */
  readonly customer: JsonObject | null;
  readonly clientSecret: string;
  /** Until then a browser may use the client secret, and a card may come. */
  readonly expiresAt: Date;
  /** Without its number once the 3DS server has it, or the authentication has ended. */
  readonly card: StoredCard | null;
  readonly billing: JsonObject | null;
  readonly shipping: JsonObject | null;
  readonly browserInfo: JsonObject | null;
  readonly email: string | null;
  /** The authentication at the 3DS server, as an attempt has it; null before a card is known. */
  readonly progress: Authentication | null;
  /** When the present step began. */
  readonly stepAt: Date;
  /** Number of overdue syncs since the present step began. */
  readonly syncCount: number;
  /** When a caller last caused a sync. */
  readonly lastLookupAt: Date | null;
  readonly pendingReplies: readonly PendingAnswer[];
  /** The partition of its key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export const isOpen = ({ state }: Pick<StandaloneAuthentication, 'state'>): boolean =>
  (openAuthenticationStates as readonly StandaloneState[]).includes(state);

/** With another progress at the 3DS server, and the state that follows from it. */
export const withProgress = (
  authentication: StandaloneAuthentication,
  progress: Authentication,
): StandaloneAuthentication => ({ ...authentication, progress, state: progress.state });

/** Without the card's number, which no step needs any more. */
export const withoutCardNumber = (authentication: StandaloneAuthentication): StandaloneAuthentication => ({
  ...authentication,
  card: authentication.card && { ...authentication.card, sealedNumber: null },
});

/** The proofs of a sender. */
export interface Sender {
  readonly caller: Caller;
  readonly clientSecret: string | null;
}

/** A browser needs the client secret of this authentication, in its time. A server that repeats it must have the right one. */
export function checkSender(
  { clientSecret, expiresAt }: StandaloneAuthentication,
  { caller, clientSecret: repeated }: Sender,
  now: Date,
): Refusal | undefined {
  const sent = caller.kind === 'client' ? caller.clientSecret : repeated;
  if (sent !== null && !sameSecret(sent, clientSecret)) return refuse('client_secret_invalid');
  return caller.kind === 'client' && expiresAt < now ? refuse('client_secret_expired') : undefined;
}
