import type { AccountRef, JsonObject, ProcessorError, SealedCard, SealedData, StoredMethod } from '@payorch/contracts';
import type { AttemptId, Money, NextState, EventOf, OperationId } from '@payorch/kernel';
import type { attemptMachine, AttemptState } from './attempt.machine';
import { attemptMachine as machine } from './attempt.machine';

/** The customer's means of payment for this attempt. What moves money in it is sealed: nobody here can read it. */
export interface Method {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly card: SealedCard | null;
  /** What is paid with where it is no card. */
  readonly sealedData: SealedData | null;
  /** `payment_method_data` without the card, as the wire shows it again. */
  readonly paymentMethodData: JsonObject | null;
}

/** Whether there is something to pay with; a reward is paid with by its name alone. */
export const canPay = ({ card, sealedData, paymentMethod }: Method): boolean =>
  card !== null || sealedData !== null || paymentMethod === 'reward';

export interface Challenge {
  /** Empty where the processor has no page, and the customer is only shown `nextAction`. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
  /** What the customer is shown instead of a page, in the words of the wire. */
  readonly nextAction?: JsonObject | null | undefined;
}

interface Sent {
  readonly operation: OperationId;
  /** Null until the first outcome tells which account routing chose. */
  readonly account: AccountRef | null;
}
interface AtProcessor {
  readonly operation: OperationId;
  readonly account: AccountRef;
  readonly reference: string;
}
interface Held extends AtProcessor {
  readonly held: Money;
  /** Why the last capture or void came to nothing; null where none did. */
  readonly error: ProcessorError | null;
}
interface Asking extends Held {
  /** The capture, void or increment under way. */
  readonly following: OperationId;
  /** What it asks for: of an increment, the new sum. */
  readonly money: Money;
}
interface Ended {
  readonly account: AccountRef | null;
  readonly reference: string | null;
  readonly error: ProcessorError;
}

/** What is known in each state, and cannot be missing there. */
export interface Facts {
  readonly payment_method_awaited: Record<never, never>;
  readonly confirmation_awaited: Record<never, never>;
  readonly authorizing: Sent & {
    /** Of the address that the processor was given, so that a request sent again is the same, also after the key was changed. */
    readonly redirectToken?: string;
  };
  readonly pending: Sent & { readonly reference: string | null; readonly error: ProcessorError | null };
  readonly authentication_pending: AtProcessor & { readonly challenge: Challenge };
  readonly cancellation_initiated: AtProcessor & { readonly challenge: Challenge; readonly following: OperationId };
  readonly authorized: Held;
  readonly capture_initiated: Asking;
  readonly void_initiated: Asking;
  readonly increment_initiated: Asking;
  readonly charged: AtProcessor & { readonly charged: Money };
  readonly partial_charged: AtProcessor & { readonly charged: Money };
  readonly voided_post_charge: AtProcessor & { readonly charged: Money };
  readonly voided: { readonly account: AccountRef | null; readonly reference: string | null };
  readonly failure: Ended;
  readonly capture_failed: Held;
  readonly void_failed: Held;
  readonly expired: { readonly account: AccountRef; readonly reference: string };
  readonly integrity_failure: AtProcessor & { readonly reported: Money };
}

/** What the processor said of what it holds, beside the sum. */
export interface Hold {
  /** Until when it lets it be captured, as it told us, with its offset; null where it did not. */
  readonly captureBefore: string | null;
  /** Whether it holds it for longer than is usual; null where it did not say. */
  readonly isExtended: boolean | null;
  /** When we first heard whether it does. */
  readonly heardAt: Date;
}

/**
 * Whether an authorization that nobody has told of for a while has begun. asked: the workers are asked. waiting: it is queued for
 * workers that are there, and asked about again. begun: a worker has it. alone: nobody is there who could take it, or answer.
 */
export type BeginCheck = 'asked' | 'waiting' | 'begun' | 'alone';

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
  /** How often the processor was asked since the attempt last waited for its word. */
  readonly asked: number;
  /** The processor lets what it holds be raised. */
  readonly canIncrement: boolean;
  /** Absent where its outcome came before anybody asked. */
  readonly beginCheck?: BeginCheck;
  /** Null where nothing was said of it, or nothing was ever held. */
  readonly hold: Hold | null;
  /** Under what names the processor keeps the method, where it does. */
  readonly stored: StoredMethod | null;
  /** What the issuer's checks of the card came to, in the processor's words. */
  readonly checks: Readonly<Record<string, string>> | null;
  /** The processor's last answer, masked, where the merchant asked for it. */
  readonly whole: string | null;
  /** The software that asked for it, as it named itself. */
  readonly client: ClientSoftware | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export type Attempt<S extends AttemptState = AttemptState> = {
  [K in S]: AttemptBase & { readonly state: K; readonly facts: Facts[K] };
}[S];

type Table = typeof attemptMachine;

/** The only way to another state: the table says where `on` leads, the types what must be known there. */
export const move = <S extends AttemptState, E extends EventOf<Table, S>>(
  from: Attempt<S>,
  on: E,
  facts: Facts[NextState<Table, S, E>],
  now: Date,
): Attempt<NextState<Table, S, E>> => {
  const state = (machine[from.state] as Record<string, AttemptState>)[on];
  return { ...from, state, facts, modifiedAt: now } as unknown as Attempt<NextState<Table, S, E>>; // the one cast
};

export const isIn = <S extends AttemptState>(
  attempt: Attempt,
  ...states: readonly S[]
): attempt is Extract<Attempt, { readonly state: S }> => (states as readonly AttemptState[]).includes(attempt.state);

/** The account that the attempt went to, as far as we were told. */
export const accountOf = (attempt: Attempt): AccountRef | null =>
  'account' in attempt.facts ? attempt.facts.account : null;

/** The processor's id of the payment, as far as we were told. */
export const referenceOf = (attempt: Attempt): string | null =>
  'reference' in attempt.facts ? attempt.facts.reference : null;

/** Why the attempt came to nothing; null too where the processor only says that it did (a customer's refusal is no error). */
export function errorOf(attempt: Attempt): ProcessorError | null {
  const error = 'error' in attempt.facts ? attempt.facts.error : null;
  return error && (error.code !== '' || error.message !== '') ? error : null;
}
