import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OutcomeRow } from '@payorch/operations';
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

/**
 * One attempt: its authorization and its follow-up operations. not_executed: the processor never had the operation under way.
 * Final states have no events.
 */
export const attemptMachine = defineMachine({
  payment_method_awaited: { method_given: 'confirmation_awaited', ...confirmation, cancelled: 'voided' },
  confirmation_awaited: { method_given: 'confirmation_awaited', ...confirmation, cancelled: 'voided' },
  authentication_initiated: { pre_authenticated: 'authenticating', failed: 'failure' },
  // Nothing was sent to a processor: only a success of the authentication leads to an authorization.
  authenticating: { sent: 'authorizing', failed: 'failure', cancelled: 'voided' },
  authorizing: { ...authorization, no_route: 'confirmation_awaited' },
  pending: { ...authorization, mismatched: 'integrity_failure' },
  // A webhook may arrive before the browser. Silence is the customer's here, not the processor's: it fails nothing.
  authentication_pending: {
    ...authorization,
    left_open: 'authentication_pending',
    mismatched: 'integrity_failure',
    expired: 'expired',
    void_sent: 'cancellation_initiated',
  },
  // The merchant cancels while the customer may still be at the bank's page: only an outcome ends the attempt.
  cancellation_initiated: {
    ...settlement,
    authorized: 'authorized',
    failed: 'pending',
    not_executed: 'authentication_pending',
    left_open: 'cancellation_initiated',
  },
  authorized: {
    ...settlement,
    capture_sent: 'capture_initiated',
    multiple_capture_sent: 'multiple_capture_initiated',
    void_sent: 'void_initiated',
    increment_sent: 'increment_initiated',
  },
  // Whatever the outcome of the increment, the earlier authorized amount stays authorized.
  increment_initiated: {
    ...settlement,
    authorized: 'authorized',
    failed: 'authorized',
    left_open: 'increment_initiated',
  },
  // A capture or void that was not executed may be requested again.
  capture_initiated: {
    ...settlement,
    failed: 'capture_failed',
    not_executed: 'authorized',
    left_open: 'capture_initiated',
  },
  void_initiated: { ...settlement, failed: 'void_failed', not_executed: 'authorized', left_open: 'void_initiated' },
  // Several captures may be under way at once: each has its own state, and their sums name the event. A failed one captures nothing.
  multiple_capture_initiated: {
    ...captures,
    multiple_capture_sent: 'multiple_capture_initiated',
    captures_open: 'multiple_capture_initiated',
    captures_failed: 'authorized',
  },
  partial_charged_and_chargeable: {
    multiple_capture_sent: 'further_capture_initiated',
    void_sent: 'remainder_void_initiated',
    voided: 'partial_charged',
  },
  further_capture_initiated: captures,
  // Whatever the outcome of the void, the captured amount stays captured.
  remainder_void_initiated: {
    voided: 'partial_charged',
    failed: 'partial_charged_and_chargeable',
    not_executed: 'partial_charged_and_chargeable',
    left_open: 'remainder_void_initiated',
  },
  // The post-capture void has its own machine; the charge stands until that void succeeds.
  charged: { voided_post_charge: 'voided_post_charge', contradicted: 'capture_review' },
  partial_charged: { voided_post_charge: 'voided_post_charge', contradicted: 'capture_review' },
  // The processor reports its capture as failed after it had reported it as charged: only an operator decides which is true.
  capture_review: {
    declared_charged: 'charged',
    declared_partly_charged: 'partial_charged',
    declared_failed: 'capture_failed',
  },
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

/** The operations of an attempt. The attempt's state says which one is under way. */
export const attemptOperation = defineOperation({
  kinds: ['authorize', 'capture', 'void', 'increment'],
  machine: attemptMachine,
  outcomes: {
    payment_method_awaited: {},
    confirmation_awaited: {},
    // The authentication has its own table.
    authentication_initiated: {},
    authenticating: {},
    // A different amount than requested is not believed at first: a sync verifies it.
    authorizing: { ...onAuthorization, mismatched: 'left_open' },
    pending: { ...onAuthorization, mismatched: 'mismatched', unproven_mismatch: 'verify' },
    authentication_pending: {
      ...onAuthorization,
      mismatched: 'mismatched',
      unproven_mismatch: 'verify',
      absent: 'expired',
    },
    cancellation_initiated: {
      ...onFollowUp,
      ...notExecuted,
      authorized: 'authorized',
      challenged: 'left_open',
      absent: 'voided',
    },
    authorized: onSettlement,
    increment_initiated: {
      ...onFollowUp,
      authorized: 'authorized',
      other_amount: 'left_open',
      mismatched: 'left_open',
      not_sent: 'failed',
      not_supported: 'failed',
      absent: 'failed',
    },
    // That the payment is authorized adds nothing while a capture or void is under way.
    capture_initiated: {
      ...onFollowUp,
      ...notExecuted,
      absent: 'not_executed',
      authorized: 'left_open',
      mismatched: 'left_open',
    },
    void_initiated: { ...onFollowUp, ...notExecuted, absent: 'not_executed', authorized: 'left_open' },
    // Each capture has its own table, and a void begins only once none is under way.
    multiple_capture_initiated: {},
    partial_charged_and_chargeable: { voided: 'voided' },
    further_capture_initiated: {},
    remainder_void_initiated: {
      ...notExecuted,
      voided: 'voided',
      declined: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
      authorized: 'left_open',
      absent: 'not_executed',
    },
    // The failure of its only capture; `attempt-outcome.ts` has the conditions.
    charged: { declined: 'contradicted' },
    partial_charged: { declined: 'contradicted' },
    capture_review: {},
    voided_post_charge: {},
    voided: givenUp,
    failure: notAuthorized,
    capture_failed: givenUp,
    void_failed: givenUp,
    expired: notAuthorized,
    integrity_failure: {},
  },
});

/** M2: at most one attempt of a payment is in one of these at a time; the partial unique index has the same list. */
export const liveStates = [
  'authentication_initiated',
  'authenticating',
  'authorizing',
  'pending',
  'authentication_pending',
  'cancellation_initiated',
  'authorized',
  'capture_initiated',
  'void_initiated',
  'increment_initiated',
  'multiple_capture_initiated',
  'partial_charged_and_chargeable',
  'further_capture_initiated',
  'remainder_void_initiated',
] as const satisfies readonly AttemptState[];

/** Live states that wait for the merchant, not for a processor. */
export const capturableStates = [
  'authorized',
  'partial_charged_and_chargeable',
] as const satisfies readonly AttemptState[];

/** States that await an outcome: such an attempt has a sync job, or the sweeper creates one. */
export const syncedStates = [
  'authentication_initiated',
  'authenticating',
  'pending',
  'authentication_pending',
  'cancellation_initiated',
  'capture_initiated',
  'void_initiated',
  'increment_initiated',
  'multiple_capture_initiated',
  'further_capture_initiated',
  'remainder_void_initiated',
] as const satisfies readonly AttemptState[];

export const needsSync = (state: AttemptState): boolean => (syncedStates as readonly string[]).includes(state);
