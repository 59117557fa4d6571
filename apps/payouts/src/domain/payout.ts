import type { PayoutDestination, PayoutFields, PayoutLink, ProcessorError } from '@payorch/contracts';
import { refuse, type Refusal } from '@payorch/contracts';
import type { InState, MerchantId, OperationId, PayoutId, ProfileId } from '@payorch/kernel';
import { moveOf } from '@payorch/kernel';
import type { FollowedOperation, OperationIncident, PendingReply } from '@payorch/operations';
import type { Attempt, EndedAttempt, PlacedAttempt } from './attempt';
import { payoutMachine, type PayoutState } from './payout.machine';

type Nothing = Record<never, never>;

interface Begun {
  readonly attempt: Attempt;
}
interface Placed {
  readonly attempt: PlacedAttempt;
}
interface Cancelling extends Placed {
  readonly cancelOperation: OperationId;
}
/** An attempt without money. `mayRetry`: another account may be tried at once. */
interface Over extends Placed {
  readonly error: ProcessorError;
  readonly as: EndedAttempt['status'];
  readonly mayRetry: boolean;
}
/** Null: the payout ended before its first attempt. */
interface Ended {
  readonly attempt: Attempt | null;
  readonly error: ProcessorError | null;
}
interface EndedWithError extends Ended {
  readonly error: ProcessorError;
}

/** The data of the states that do not have just an attempt at an account. */
interface OwnFacts {
  readonly requires_payout_method_data: Nothing;
  readonly requires_confirmation: Nothing;
  readonly routing: Begun;
  readonly cancelling_creation: Cancelling;
  readonly cancelling_created: Cancelling;
  readonly cancelling_fulfillment: Cancelling;
  readonly cancelling_initiated: Cancelling;
  readonly attempt_ended: Over;
  readonly success: Begun;
  readonly failed: EndedWithError;
  readonly ineligible: EndedWithError;
  readonly cancelled: EndedWithError;
  readonly expired: Ended;
  readonly reversed: Ended;
}

/** The data that each state requires. A state that awaits the outcome of a step has the attempt. */
export type Facts = { readonly [S in PayoutState]: S extends keyof OwnFacts ? OwnFacts[S] : Placed };

/** What needs a person. reversed: the money came back after the success was published. */
export type PayoutIncident = OperationIncident | 'reversed';

/** A caller who waits, and whether its answer lists the attempts. */
export interface PayoutReply extends PendingReply {
  readonly expandAttempts?: boolean;
}

interface PayoutBase extends Omit<FollowedOperation, 'state'> {
  readonly merchantId: MerchantId;
  readonly payoutId: PayoutId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  readonly profileId: ProfileId;
  /** The partition of the payout's key on the keyed topics: the sweeper creates a missing job there. */
  readonly partition: number;
  readonly clientSecret: string;
  readonly fields: PayoutFields;
  readonly destination: PayoutDestination | null;
  /** The saved payment method of the destination. */
  readonly payoutMethodId: string | null;
  readonly link: PayoutLink | null;
  /** Earlier attempts, in their order: each ended without money. */
  readonly endedAttempts: readonly EndedAttempt[];
  /** Each is opened once. */
  readonly incidents: readonly PayoutIncident[];
  /** The recipient was deleted: what names the person is erased once nothing more is sent. */
  readonly isRedacted: boolean;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export type Payout<S extends PayoutState = PayoutState> = InState<PayoutBase, Facts, S>;

export const move = moveOf<typeof payoutMachine, PayoutBase, Facts>(payoutMachine);

export const isIn = <S extends PayoutState>(
  payout: Payout,
  ...states: readonly S[]
): payout is Extract<Payout, { readonly state: S }> => (states as readonly PayoutState[]).includes(payout.state);

/** The present attempt; null: none has begun. */
export const attemptOf = ({ facts }: Pick<Payout, 'facts'>): Attempt | null =>
  'attempt' in facts ? facts.attempt : null;

/** The error that the interface shows. */
export const errorOf = (payout: Payout): ProcessorError | null =>
  'error' in payout.facts ? payout.facts.error : (attemptOf(payout)?.error ?? null);

/** The payout with another present attempt, in the same state. */
export const withAttempt = <P extends Payout>(payout: P, attempt: Attempt): P =>
  ({ ...payout, facts: { ...payout.facts, attempt } }) as P;

export const notFound = (): Refusal => refuse('payout_not_found');
