import type {
  AccountRef,
  JsonObject,
  ProcessorError,
  RouteDecision,
  RoutingFacts,
  SavedReferences,
  Split,
} from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { AttemptId, InState, MerchantConnectorId, MinorUnits, Money, OperationId } from '@payorch/kernel';
import { moveOf } from '@payorch/kernel';
import type { Method } from '../../../payment-methods/domain/method';
import type { AttemptState, Marks, StatesWith } from './attempt.machine';
import type { AttemptStatus } from './attempt-status';
import type { Authentication } from '../../../authentications/domain/authentication';
import { attemptMachine, marksOf } from './attempt.machine';

export interface Challenge {
  /** Empty where the processor has no page, and the customer only sees `nextAction`. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
  /** `next_action` of the wire, which the customer sees instead of a page. */
  readonly nextAction?: JsonObject | null | undefined;
}

interface Sent {
  readonly operation: OperationId;
  /** Null until the first outcome names the account that routing chose. */
  readonly account: AccountRef | null;
}
interface AtProcessor {
  readonly operation: OperationId;
  readonly account: AccountRef;
  readonly reference: string;
}
interface Authorized extends AtProcessor {
  readonly authorized: Money;
  /** The error of the last failed capture or void; null where none failed. */
  readonly error: ProcessorError | null;
}
interface FollowUp extends Authorized {
  /** The operation id of the capture, void or increment under way. */
  readonly followUp: OperationId;
  /** The requested amount: of an increment, the new total. */
  readonly money: Money;
}
/** A part of the authorized amount is captured. */
interface PartlyCaptured extends Authorized {
  readonly charged: Money;
}
/** The charge is settled. */
interface Charged extends AtProcessor {
  readonly charged: Money;
  /** An operator has upheld the charge against the processor's contradiction, which no longer counts when it comes again. */
  readonly isUpheld?: true;
}
interface Ended {
  readonly account: AccountRef | null;
  readonly reference: string | null;
  readonly error: ProcessorError;
}

/** The facts that each state cannot be without. */
export interface Facts {
  readonly payment_method_awaited: Record<never, never>;
  readonly confirmation_awaited: Record<never, never>;
  readonly authentication_initiated: Record<never, never>;
  readonly authenticating: Record<never, never>;
  readonly authorizing: Sent & {
    /** The token of the return address that the processor got: a repeated request is the same, also after a key change. */
    readonly redirectToken?: string;
  };
  readonly pending: Sent & { readonly reference: string | null; readonly error: ProcessorError | null };
  readonly authentication_pending: AtProcessor & { readonly challenge: Challenge };
  readonly cancellation_initiated: AtProcessor & {
    readonly challenge: Challenge;
    readonly followUp: OperationId;
    /** The customer pays otherwise: the end of this attempt is not the payment's. */
    readonly isReplaced?: true;
  };
  readonly authorized: Authorized;
  readonly capture_initiated: FollowUp;
  readonly void_initiated: FollowUp;
  readonly increment_initiated: FollowUp;
  readonly multiple_capture_initiated: Authorized;
  readonly partial_charged_and_chargeable: PartlyCaptured;
  readonly further_capture_initiated: PartlyCaptured;
  readonly remainder_void_initiated: PartlyCaptured & { readonly followUp: OperationId };
  readonly charged: Charged;
  readonly partial_charged: Charged;
  /** `capture`: the operation id of the capture; `isPart`: less than the total was charged. */
  readonly capture_review: Charged & {
    readonly capture: OperationId;
    readonly isPart: boolean;
    readonly error: ProcessorError;
  };
  readonly voided_post_charge: AtProcessor & { readonly charged: Money };
  readonly voided: { readonly account: AccountRef | null; readonly reference: string | null };
  readonly failure: Ended;
  readonly capture_failed: Authorized;
  readonly void_failed: Authorized;
  readonly expired: { readonly account: AccountRef; readonly reference: string };
  readonly integrity_failure: AtProcessor & { readonly reported: Money };
}

/** What the processor reports about an authorization, beside the amount. */
export interface AuthorizationTerms {
  /** The processor's time limit for the capture, with its offset; null where the processor reports none. */
  readonly captureBefore: string | null;
  /** Whether the authorization lasts longer than usual; null where the processor does not report it. */
  readonly isExtended: boolean | null;
  /** When the processor first reported `isExtended`. */
  readonly reportedAt: Date;
}

/** A capture above the authorized amount: whether the processor permits it, and up to which amount; null until it reports that. */
export interface Overcapture {
  readonly isEnabled: boolean | null;
  readonly maximum: Money | null;
}

/**
 * Whether a worker has begun an authorization that has had no outcome for a while. checking: a begin check is under way. waiting:
 * the command is queued for running workers, and another check follows. begun: a worker has it. no_workers: no worker can take it,
 * or none answers.
 */
export type BeginCheck = 'checking' | 'waiting' | 'begun' | 'no_workers';

export interface ClientSoftware {
  readonly source: string | null;
  readonly version: string | null;
}

interface AttemptBase {
  readonly id: AttemptId;
  readonly number: number;
  readonly method: Method | null;
  /** Accounts to try after a definite decline, best first. */
  readonly fallbacks: readonly AccountRef[];
  /** The version of the profile's routing settings when the attempt was first sent; absent: it had none. */
  readonly routingVersion?: number;
  /** What the algorithm and the scores of that time compare; absent: nothing, or the decision has it. */
  readonly routingFacts?: RoutingFacts;
  /** Why routing chose the account; absent before the first outcome, and where the attempt went to a fallback of an earlier one. */
  readonly decision?: RouteDecision;
  /** The attempt whose route it follows, without another choice of routing; absent where routing chose its account. */
  readonly fallbackOf?: AttemptId;
  /** The number of syncs since the attempt entered its state. */
  readonly syncCount: number;
  /** Whether the processor allows increments of this authorization. */
  readonly canIncrement: boolean;
  /** Present where overcapture was requested. */
  readonly overcapture?: Overcapture;
  /** How many retries after a decline led from the confirmation to this attempt; absent for none. */
  readonly retryCount?: number;
  /** After a decline of the card's network token: the processors of this attempt get the number. */
  readonly byNumber?: true;
  /** The authentication type of an attempt before the payment's changed; absent: the payment's. */
  readonly authenticationType?: 'three_ds' | 'no_three_ds' | null;
  /** The authentication outside the processor; absent where none was requested. */
  readonly authentication?: Authentication;
  /** Absent where the outcome came before the first begin check. */
  readonly beginCheck?: BeginCheck;
  /** Null where the processor reports nothing about it, or nothing was authorized. */
  readonly authorizationTerms: AuthorizationTerms | null;
  /** The processor's references of the saved payment method. */
  readonly stored: SavedReferences | null;
  /** The results of the issuer's card checks, in the processor's words. */
  readonly checks: Readonly<Record<string, string>> | null;
  /** The processor's last response, masked, where the merchant requested it. */
  readonly rawResponse: string | null;
  /** How the processor splits the payment, as it was last sent; null: not at all. */
  readonly split: Split | null;
  /** The processor's id of the charge of a split payment; absent until an outcome reports it. */
  readonly charge?: string;
  /** The software that the request names as its sender. */
  readonly client: ClientSoftware | null;
  /** Absent for most attempts. */
  readonly claim?: Claim;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/**
 * A person's word about an attempt. The interface shows it; decisions do not follow it, except that nothing is charged over it. A value
 * that it leaves out is shown as it is known.
 */
export interface Claim {
  readonly status?: AttemptStatus | undefined;
  /** Null: the claimed status has no error. */
  readonly error?: ProcessorError | null | undefined;
  readonly reference?: string | undefined;
  readonly amountCapturable?: MinorUnits | undefined;
  readonly claimedAt: Date;
}

export type Attempt<S extends AttemptState = AttemptState> = InState<AttemptBase, Facts, S>;

const moveAlong = moveOf<typeof attemptMachine, AttemptBase, Facts>(attemptMachine);

export function withoutClaim<A extends Attempt>(attempt: A): A {
  const { claim: _, ...known } = attempt;
  return known as A;
}

/** The attempt with the reason for its account. Workers store no metadata: the decision gets it from the request to routing. */
export function withDecision<A extends Attempt>(attempt: A, decision: RouteDecision): A {
  const { routingFacts, ...known } = attempt;
  const metadata = routingFacts?.metadata;
  return { ...(known as A), decision: metadata ? { ...decision, facts: { ...decision.facts, metadata } } : decision };
}

/** The attempt as it is before it is sent to routing. */
export function withoutRoute<A extends Attempt>(attempt: A): A {
  const { routingVersion: _version, routingFacts: _facts, ...unrouted } = attempt;
  return unrouted as A;
}

/** A move to another state replaces what a person claimed. */
export const move = ((...how: Parameters<typeof moveAlong>) => {
  const moved = moveAlong(...how);
  return moved.state === how[0].state ? moved : withoutClaim(moved);
}) as typeof moveAlong;

export const isIn = <S extends AttemptState>(
  attempt: Attempt,
  ...states: readonly S[]
): attempt is Extract<Attempt, { readonly state: S }> => (states as readonly AttemptState[]).includes(attempt.state);

/** Whether the attempt's state is declared with this mark. */
export const hasMark = <K extends keyof Marks, V extends Marks[K]>(
  attempt: Attempt,
  mark: K,
  value: V,
): attempt is Extract<Attempt, { readonly state: StatesWith<K, V> }> => marksOf(attempt.state)[mark] === value;

/** The connector account of the attempt; null where it is not known yet. */
export const accountOf = (attempt: Attempt): AccountRef | null =>
  'account' in attempt.facts ? attempt.facts.account : null;

/** The id of the attempt's connector account without inline credentials, as merchants know it; null where it is not known yet. */
export function shownAccountId(attempt: Attempt): MerchantConnectorId | null {
  const account = accountOf(attempt);
  return account && baseAccountOf(account.merchantConnectorId);
}

/** The processor's id of the payment; null where it is not known yet. */
export const referenceOf = (attempt: Attempt): string | null =>
  'reference' in attempt.facts ? attempt.facts.reference : null;

/** The processor's id as the interface shows it: a claimed one is never sent to the processor. */
export const shownReferenceOf = (attempt: Attempt): string | null => attempt.claim?.reference ?? referenceOf(attempt);

/** The attempt's error, as claimed or known; null too where the processor reports a failure without one (a customer's refusal is no error). */
export function errorOf({ claim, facts }: Attempt): ProcessorError | null {
  const known = 'error' in facts ? facts.error : null;
  const error = claim?.error === undefined ? known : claim.error;
  return error && (error.code !== '' || error.message !== '') ? error : null;
}
