import { defineMachine } from '@payorch/kernel';
import type { AnyEventOf, StateOf } from '@payorch/kernel';

/**
 * What may become of an authorization whose answer is still to come. `not_sent`: no byte left us. `unknown`: we cannot
 * say whether they have it, so it stays open until they are asked. `absent`: asked, they know of no such charge.
 */
const onAuthorization = {
  authorized: 'authorized',
  captured: 'charged',
  challenged: 'authentication_pending',
  accepted: 'pending',
  declined: 'failure',
  not_sent: 'failure',
  unknown: 'pending',
  voided: 'voided',
} as const;

/** Learned from the processor while a capture or a void is under way: what was held has been charged, or let go. */
const onSettled = { captured: 'charged', captured_partly: 'partial_charged', voided: 'voided' } as const;

/** One attempt: its authorization and what follows from it. Nothing leaves the states at the end. */
export const attemptMachine = defineMachine({
  payment_method_awaited: { method_given: 'confirmation_awaited', sent: 'authorizing', cancelled: 'voided' },
  confirmation_awaited: { method_given: 'confirmation_awaited', sent: 'authorizing', cancelled: 'voided' },
  // Another sum than asked is at first only an answer that we do not believe: the processor is asked again.
  authorizing: { ...onAuthorization, mismatched: 'pending', absent: 'failure', no_route: 'confirmation_awaited' },
  pending: { ...onAuthorization, mismatched: 'integrity_failure', absent: 'failure' },
  // A webhook may beat the browser. Silence here is the customer's, not the processor's: nothing is failed by it.
  authentication_pending: {
    ...onAuthorization,
    accepted: 'authentication_pending',
    unknown: 'authentication_pending',
    mismatched: 'integrity_failure',
    absent: 'expired',
    void_sent: 'cancellation_initiated',
  },
  // The merchant cancels while the customer may still be at the bank's page: only the processor's word ends it.
  cancellation_initiated: {
    ...onSettled,
    authorized: 'authorized',
    declined: 'pending',
    not_sent: 'authentication_pending',
    unknown: 'cancellation_initiated',
    accepted: 'cancellation_initiated',
    challenged: 'cancellation_initiated',
    absent: 'voided',
  },
  authorized: {
    ...onSettled,
    capture_sent: 'capture_initiated',
    void_sent: 'void_initiated',
    increment_sent: 'increment_initiated',
  },
  // Whatever comes of asking for more, what was held before is held still.
  increment_initiated: {
    ...onSettled,
    authorized: 'authorized',
    declined: 'authorized',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'increment_initiated',
    accepted: 'increment_initiated',
    mismatched: 'increment_initiated',
  },
  // A capture or void of which no byte left us, or which they never heard of, may simply be asked for again.
  capture_initiated: {
    ...onSettled,
    declined: 'capture_failed',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'capture_initiated',
    accepted: 'capture_initiated',
    mismatched: 'capture_initiated',
  },
  void_initiated: {
    ...onSettled,
    declined: 'void_failed',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'void_initiated',
    accepted: 'void_initiated',
  },
  // Taken back whole before it was settled: the void has a machine of its own, and the charge stands until its end.
  charged: { voided_post_charge: 'voided_post_charge' },
  partial_charged: { voided_post_charge: 'voided_post_charge' },
  voided_post_charge: {},
  voided: {},
  failure: {},
  capture_failed: {},
  void_failed: {},
  expired: {},
  integrity_failure: {},
});

export type AttemptState = StateOf<typeof attemptMachine>;
export type AttemptEvent = AnyEventOf<typeof attemptMachine>;

/** M2: at most one attempt of a payment is in one of these at a time; the partial unique index holds the same list. */
export const liveStates = [
  'authorizing',
  'pending',
  'authentication_pending',
  'cancellation_initiated',
  'authorized',
  'capture_initiated',
  'void_initiated',
  'increment_initiated',
] as const satisfies readonly AttemptState[];

/** Where we wait for a processor's word: such an attempt has a sync job, or the sweeper gives it one. */
export const askedStates = [
  'pending',
  'authentication_pending',
  'cancellation_initiated',
  'capture_initiated',
  'void_initiated',
  'increment_initiated',
] as const satisfies readonly AttemptState[];

export const isAsked = (state: AttemptState): boolean => (askedStates as readonly string[]).includes(state);
