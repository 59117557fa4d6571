import { defineMachine } from '@payorch/kernel';
import type { AnyEventOf, StateOf } from '@payorch/kernel';

/**
 * Outcomes of an authorization. `not_sent`: no byte left us. `unknown`: we cannot say whether the processor has it, so the
 * attempt stays open until a sync. `absent`: the processor answers a sync that it knows no such charge.
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

/** Outcomes that settle an authorized amount, also while a follow-up operation is under way. */
const onSettlement = { captured: 'charged', captured_partly: 'partial_charged', voided: 'voided' } as const;

/** One attempt: its authorization and its follow-up operations. Final states have no events. */
export const attemptMachine = defineMachine({
  payment_method_awaited: { method_given: 'confirmation_awaited', sent: 'authorizing', cancelled: 'voided' },
  confirmation_awaited: { method_given: 'confirmation_awaited', sent: 'authorizing', cancelled: 'voided' },
  // A different amount than requested is not believed at first: a sync verifies it.
  authorizing: { ...onAuthorization, mismatched: 'pending', absent: 'failure', no_route: 'confirmation_awaited' },
  pending: { ...onAuthorization, mismatched: 'integrity_failure', absent: 'failure' },
  // A webhook may arrive before the browser. Silence is the customer's here, not the processor's: it fails nothing.
  authentication_pending: {
    ...onAuthorization,
    accepted: 'authentication_pending',
    unknown: 'authentication_pending',
    mismatched: 'integrity_failure',
    absent: 'expired',
    void_sent: 'cancellation_initiated',
  },
  // The merchant cancels while the customer may still be at the bank's page: only an outcome ends the attempt.
  cancellation_initiated: {
    ...onSettlement,
    authorized: 'authorized',
    declined: 'pending',
    not_sent: 'authentication_pending',
    unknown: 'cancellation_initiated',
    accepted: 'cancellation_initiated',
    challenged: 'cancellation_initiated',
    absent: 'voided',
  },
  authorized: {
    ...onSettlement,
    capture_sent: 'capture_initiated',
    void_sent: 'void_initiated',
    increment_sent: 'increment_initiated',
  },
  // Whatever the outcome of the increment, the earlier authorized amount stays authorized.
  increment_initiated: {
    ...onSettlement,
    authorized: 'authorized',
    declined: 'authorized',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'increment_initiated',
    accepted: 'increment_initiated',
    mismatched: 'increment_initiated',
  },
  // A capture or void that was not sent, or that the processor does not know, may be requested again.
  capture_initiated: {
    ...onSettlement,
    declined: 'capture_failed',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'capture_initiated',
    accepted: 'capture_initiated',
    mismatched: 'capture_initiated',
  },
  void_initiated: {
    ...onSettlement,
    declined: 'void_failed',
    not_sent: 'authorized',
    absent: 'authorized',
    unknown: 'void_initiated',
    accepted: 'void_initiated',
  },
  // The post-capture void has its own machine; the charge stands until that void succeeds.
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

/** M2: at most one attempt of a payment is in one of these at a time; the partial unique index has the same list. */
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

/** States that await an outcome: such an attempt has a sync job, or the sweeper creates one. */
export const syncedStates = [
  'pending',
  'authentication_pending',
  'cancellation_initiated',
  'capture_initiated',
  'void_initiated',
  'increment_initiated',
] as const satisfies readonly AttemptState[];

export const needsSync = (state: AttemptState): boolean => (syncedStates as readonly string[]).includes(state);
