import type { AttemptStatus } from '@payorch/contracts';
import type { AnyEventOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OutcomeRow, OutcomeTable } from '@payorch/operations';
import { defineOperation } from '@payorch/operations';

/** Events of a confirmation. authentication_sent: the customer is authenticated outside the processor first. blocked: by the merchant's blocklist or the profile, before anything was sent. */
const confirmation = {
  sent: 'authorizing',
  authentication_sent: 'authentication_initiated',
  blocked: 'failure',
} as const;

/** Events of an authorization. left_open: the processor may have it, so the attempt stays open until a sync. */
const authorization = {
  authorized: 'authorized',
  captured: 'charged',
  captured_partly: 'partial_charged',
  challenged: 'authentication_pending',
  failed: 'failure',
  left_open: 'pending',
  voided: 'voided',
} as const;

/** Events of captures in several parts: some captured and others under way, some captured and none under way, everything captured. */
const captures = {
  multiple_capture_sent: 'further_capture_initiated',
  captured_more: 'further_capture_initiated',
  captured_some: 'partial_charged_and_chargeable',
  captured: 'charged',
  captured_partly: 'partial_charged',
} as const;

/** Events that settle an authorized amount, also while a follow-up operation is under way. */
const settlement = { captured: 'charged', captured_partly: 'partial_charged', voided: 'voided' } as const;

const onAuthorization = {
  authorized: 'authorized',
  captured: 'captured',
  captured_partly: 'captured_partly',
  challenged: 'challenged',
  voided: 'voided',
  declined: 'failed',
  not_sent: 'failed',
  not_supported: 'failed',
  absent: 'failed',
  accepted: 'left_open',
  unknown: 'left_open',
} as const satisfies OutcomeRow;
const onSettlement = {
  captured: 'captured',
  captured_partly: 'captured_partly',
  voided: 'voided',
} as const satisfies OutcomeRow;
const onFollowUp = {
  ...onSettlement,
  declined: 'failed',
  accepted: 'left_open',
  unknown: 'left_open',
  unproven_mismatch: 'verify',
} as const satisfies OutcomeRow;
const notExecuted = { not_sent: 'not_executed', not_supported: 'not_executed' } as const satisfies OutcomeRow;
/** Money on an attempt that we gave up. An `authorized` after a void is no such case: it is stale. */
const givenUp = { captured: 'late_success', captured_partly: 'late_success' } as const satisfies OutcomeRow;
const notAuthorized = { ...givenUp, authorized: 'late_success' } as const satisfies OutcomeRow;

/**
 * What a live attempt waits for: the first outcome of its authorization, another outcome, for which it has a sync job, or the
 * merchant, who may capture. `underWay`: the operation whose outcome it awaits. Absent: the attempt is not live.
 */
type Awaited =
  | {
      readonly awaits: 'begin' | 'outcome';
      readonly underWay: 'authenticate' | 'authorize' | 'increment' | 'capture' | 'void';
    }
  | { readonly awaits?: 'merchant'; readonly underWay?: never };

/** What is true of an attempt in one state. */
type AttemptStateDeclaration = Awaited & {
  /** The interface's status of the attempt, from which follows that of the payment. */
  readonly status: AttemptStatus;
  /**
   * What can still be captured: what the payment says, its amount, what the processor authorized, or what captures left of that.
   * Absent: nothing.
   */
  readonly capturable?: 'as_stored' | 'amount' | 'authorized' | 'uncaptured';
  /** Event → next state; absent for a final state. */
  readonly moves?: Readonly<Record<string, string>>;
  /** What outcomes of the authorization, and of a capture, a void or an increment of it, do; absent: nothing. */
  readonly outcomes?: OutcomeRow;
};

/**
 * The states of an attempt: its authorization and its follow-up operations. The attempt's state says which one is under way.
 * not_executed: the processor never had the operation under way.
 */
const states = {
  payment_method_awaited: {
    status: 'payment_method_awaited',
    capturable: 'as_stored',
    moves: { method_given: 'confirmation_awaited', ...confirmation, cancelled: 'voided' },
  },
  confirmation_awaited: {
    status: 'confirmation_awaited',
    capturable: 'as_stored',
    moves: { method_given: 'confirmation_awaited', ...confirmation, cancelled: 'voided' },
  },
  authentication_initiated: {
    status: 'started',
    awaits: 'outcome',
    underWay: 'authenticate',
    capturable: 'amount',
    // Its outcomes have a table of their own.
    moves: { pre_authenticated: 'authenticating', failed: 'failure' },
  },
  // Nothing was sent to a processor: only a success of the authentication leads to an authorization.
  authenticating: {
    status: 'authentication_pending',
    awaits: 'outcome',
    underWay: 'authenticate',
    capturable: 'amount',
    moves: { sent: 'authorizing', failed: 'failure', cancelled: 'voided' },
  },
  authorizing: {
    status: 'authorizing',
    awaits: 'begin',
    underWay: 'authorize',
    capturable: 'amount',
    moves: { ...authorization, no_route: 'confirmation_awaited' },
    // A different amount than requested is not believed at first: a sync verifies it.
    outcomes: { ...onAuthorization, mismatched: 'left_open' },
  },
  pending: {
    status: 'pending',
    awaits: 'outcome',
    underWay: 'authorize',
    capturable: 'amount',
    moves: { ...authorization, mismatched: 'integrity_failure' },
    outcomes: { ...onAuthorization, mismatched: 'mismatched', unproven_mismatch: 'verify' },
  },
  // A webhook may arrive before the browser. Silence is the customer's here, not the processor's: it fails nothing.
  authentication_pending: {
    status: 'authentication_pending',
    awaits: 'outcome',
    underWay: 'authorize',
    capturable: 'amount',
    moves: {
      ...authorization,
      left_open: 'authentication_pending',
      mismatched: 'integrity_failure',
      expired: 'expired',
      void_sent: 'cancellation_initiated',
    },
    outcomes: {
      ...onAuthorization,
      mismatched: 'mismatched',
      unproven_mismatch: 'verify',
      absent: 'expired',
    },
  },
  // The merchant cancels while the customer may still be at the bank's page: only an outcome ends the attempt.
  cancellation_initiated: {
    status: 'void_initiated',
    awaits: 'outcome',
    underWay: 'void',
    moves: {
      ...settlement,
      authorized: 'authorized',
      failed: 'pending',
      not_executed: 'authentication_pending',
      left_open: 'cancellation_initiated',
    },
    outcomes: {
      ...onFollowUp,
      ...notExecuted,
      authorized: 'authorized',
      challenged: 'left_open',
      absent: 'voided',
    },
  },
  authorized: {
    status: 'authorized',
    awaits: 'merchant',
    capturable: 'authorized',
    moves: {
      ...settlement,
      capture_sent: 'capture_initiated',
      multiple_capture_sent: 'multiple_capture_initiated',
      void_sent: 'void_initiated',
      increment_sent: 'increment_initiated',
    },
    outcomes: onSettlement,
  },
  // Whatever the outcome of the increment, the earlier authorized amount stays authorized.
  increment_initiated: {
    status: 'pending',
    awaits: 'outcome',
    underWay: 'increment',
    capturable: 'authorized',
    moves: {
      ...settlement,
      authorized: 'authorized',
      failed: 'authorized',
      left_open: 'increment_initiated',
    },
    outcomes: {
      ...onFollowUp,
      authorized: 'authorized',
      other_amount: 'left_open',
      mismatched: 'left_open',
      not_sent: 'failed',
      not_supported: 'failed',
      absent: 'failed',
    },
  },
  // A capture or void that was not executed may be requested again.
  capture_initiated: {
    status: 'capture_initiated',
    awaits: 'outcome',
    underWay: 'capture',
    capturable: 'authorized',
    moves: {
      ...settlement,
      failed: 'capture_failed',
      not_executed: 'authorized',
      left_open: 'capture_initiated',
    },
    // That the payment is authorized adds nothing while a capture or void is under way.
    outcomes: {
      ...onFollowUp,
      ...notExecuted,
      absent: 'not_executed',
      authorized: 'left_open',
      mismatched: 'left_open',
    },
  },
  void_initiated: {
    status: 'void_initiated',
    awaits: 'outcome',
    underWay: 'void',
    moves: { ...settlement, failed: 'void_failed', not_executed: 'authorized', left_open: 'void_initiated' },
    outcomes: { ...onFollowUp, ...notExecuted, absent: 'not_executed', authorized: 'left_open' },
  },
  // Several captures may be under way at once: each has its own state, and their sums name the event. A failed one captures nothing.
  multiple_capture_initiated: {
    status: 'capture_initiated',
    awaits: 'outcome',
    underWay: 'capture',
    capturable: 'uncaptured',
    moves: {
      ...captures,
      multiple_capture_sent: 'multiple_capture_initiated',
      captures_open: 'multiple_capture_initiated',
      captures_failed: 'authorized',
    },
    // Each capture has its own table, and a void begins only once none is under way.
  },
  partial_charged_and_chargeable: {
    status: 'partial_charged_and_chargeable',
    awaits: 'merchant',
    capturable: 'uncaptured',
    moves: {
      multiple_capture_sent: 'further_capture_initiated',
      void_sent: 'remainder_void_initiated',
      voided: 'partial_charged',
    },
    outcomes: { voided: 'voided' },
  },
  further_capture_initiated: {
    // A part is captured, whatever becomes of the captures under way.
    status: 'partial_charged_and_chargeable',
    awaits: 'outcome',
    underWay: 'capture',
    capturable: 'uncaptured',
    moves: captures,
  },
  // Whatever the outcome of the void, the captured amount stays captured.
  remainder_void_initiated: {
    status: 'void_initiated',
    awaits: 'outcome',
    underWay: 'void',
    moves: {
      voided: 'partial_charged',
      failed: 'partial_charged_and_chargeable',
      not_executed: 'partial_charged_and_chargeable',
      left_open: 'remainder_void_initiated',
    },
    outcomes: {
      ...notExecuted,
      voided: 'voided',
      declined: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
      authorized: 'left_open',
      absent: 'not_executed',
    },
  },
  // The post-capture void has its own machine; the charge stands until that void succeeds.
  charged: {
    status: 'charged',
    moves: { voided_post_charge: 'voided_post_charge', contradicted: 'capture_review' },
    // The failure of its only capture; `attempt-outcome.ts` has the conditions.
    outcomes: { declined: 'contradicted' },
  },
  partial_charged: {
    status: 'partial_charged',
    moves: { voided_post_charge: 'voided_post_charge', contradicted: 'capture_review' },
    outcomes: { declined: 'contradicted' },
  },
  // The processor reports its capture as failed after it had reported it as charged: only an operator decides which is true.
  capture_review: {
    status: 'capture_review',
    moves: {
      declared_charged: 'charged',
      declared_partly_charged: 'partial_charged',
      declared_failed: 'capture_failed',
    },
  },
  voided_post_charge: {
    status: 'voided_post_charge',
  },
  voided: {
    status: 'voided',
    outcomes: givenUp,
  },
  failure: {
    status: 'failure',
    outcomes: notAuthorized,
  },
  capture_failed: {
    status: 'capture_failed',
    outcomes: givenUp,
  },
  void_failed: {
    status: 'void_failed',
    outcomes: givenUp,
  },
  expired: {
    status: 'expired',
    outcomes: notAuthorized,
  },
  integrity_failure: {
    status: 'integrity_failure',
  },
} as const satisfies Readonly<Record<string, AttemptStateDeclaration>>;

type States = typeof states;
export type AttemptState = keyof States;
type Moves<S extends AttemptState> = States[S] extends { readonly moves: infer Of } ? Of : Record<never, never>;
type Outcomes<S extends AttemptState> = States[S] extends { readonly outcomes: infer Of } ? Of : Record<never, never>;

const eachState = Object.entries<AttemptStateDeclaration>(states);

export const attemptMachine = defineMachine(
  Object.fromEntries(eachState.map(([state, { moves = {} }]) => [state, moves])) as unknown as {
    readonly [S in AttemptState]: Moves<S>;
  },
);
export type AttemptEvent = AnyEventOf<typeof attemptMachine>;

// The compiler checks here that each state has the events of its outcomes.
const outcomesOfStates: OutcomeTable<typeof attemptMachine> = Object.fromEntries(
  eachState.map(([state, { outcomes = {} }]) => [state, outcomes]),
) as unknown as { readonly [S in AttemptState]: Outcomes<S> };

export const attemptOperation = defineOperation({
  machine: attemptMachine,
  outcomes: outcomesOfStates,
});

const statesThat = (isOne: (state: AttemptStateDeclaration) => boolean): readonly AttemptState[] =>
  eachState.filter(([, state]) => isOne(state)).map(([name]) => name as AttemptState);

/** M2: at most one attempt of a payment is in one of these at a time; the partial unique index has the same list. */
export const liveStates = statesThat(({ awaits }) => awaits !== undefined);
/** Live states that wait for the merchant, not for a processor. */
export const capturableStates = statesThat(({ awaits }) => awaits === 'merchant');
/** States that await an outcome: such an attempt has a sync job, or the sweeper creates one. */
export const syncedStates = statesThat(({ awaits }) => awaits === 'outcome');

export type Marks = Pick<AttemptStateDeclaration, 'underWay' | 'capturable'>;
/** The states with this mark. */
export type StatesWith<K extends keyof Marks, V extends Marks[K]> = {
  [S in AttemptState]: States[S] extends Readonly<Record<K, V>> ? S : never;
}[AttemptState];

export const marksOf = (state: AttemptState): Marks => states[state] as AttemptStateDeclaration;

/** The states that await an outcome, each with its operation. */
export const operationsUnderWay = eachState.flatMap(([state, { underWay }]) =>
  underWay ? [[state as AttemptState, underWay] as const] : [],
);

export const needsSync = (state: AttemptState): boolean =>
  (states[state] as AttemptStateDeclaration).awaits === 'outcome';

/** The public status of every attempt in this state, but for one that is authorized in part. */
export const attemptStatusIn = (state: AttemptState): AttemptStatus => states[state].status;
