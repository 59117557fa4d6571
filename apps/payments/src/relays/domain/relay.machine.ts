import type { RelayType } from '@payorch/contracts';
import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OperationDefinition, OutcomeRow, OutcomeTable } from '@payorch/operations';
import { defineOperation } from '@payorch/operations';

/**
 * One operation on a processor's object that did not go through this service. Only a definite refusal by the processor fails
 * it; a missing answer never does. review: the processor executed it with another amount than requested.
 */
export const relayMachine = defineMachine({
  pending: { succeeded: 'success', failed: 'failure', left_open: 'pending', mismatched: 'review' },
  review: { succeeded: 'success', failed: 'failure', left_open: 'review' },
  // A bank may return the money of a refund that the processor has paid out.
  success: { failed: 'failure' },
  failure: {},
});

export type RelayState = StateOf<typeof relayMachine>;
export type RelayEvent = AnyEventOf<typeof relayMachine>;

/** The states that await an outcome: a relay in them is synced. */
export const openRelayStates = ['pending', 'review'] as const satisfies readonly RelayState[];

const leftOpen = {
  accepted: 'left_open',
  unknown: 'left_open',
  under_review: 'left_open',
  unproven_mismatch: 'verify',
} as const satisfies OutcomeRow;
const pending = {
  ...leftOpen,
  declined: 'failed',
  not_sent: 'failed',
  not_supported: 'failed',
  absent: 'failed',
  mismatched: 'mismatched',
} as const satisfies OutcomeRow;
/** The processor has executed something, so `absent` is no outcome of this state. */
const review = { ...leftOpen, declined: 'failed', mismatched: 'left_open' } as const satisfies OutcomeRow;

const refunds = {
  pending: { ...pending, refunded: 'succeeded', other_amount: 'mismatched' },
  review: { ...review, refunded: 'succeeded', other_amount: 'left_open' },
  success: { declined: 'failed' },
  failure: { refunded: 'late_success', other_amount: 'late_success' },
} as const satisfies OutcomeTable<typeof relayMachine>;

/** By the type of a relay, what an outcome of its operation means. */
export const relayOperations = {
  refund: defineOperation({ machine: relayMachine, outcomes: refunds }),
  capture: defineOperation({
    machine: relayMachine,
    outcomes: {
      // The authorization stands as before: the capture may still come.
      pending: { ...pending, captured: 'succeeded', captured_partly: 'mismatched', authorized: 'left_open' },
      review: { ...review, captured: 'succeeded', captured_partly: 'left_open' },
      success: { declined: 'contradiction' },
      failure: { captured: 'late_success', captured_partly: 'late_success' },
    },
  }),
  incremental_authorization: defineOperation({
    machine: relayMachine,
    outcomes: {
      // Another amount than the incremented one: the earlier authorization still stands.
      pending: { ...pending, authorized: 'succeeded', other_amount: 'left_open' },
      review: { ...review, authorized: 'succeeded', other_amount: 'left_open' },
      success: { declined: 'contradiction' },
      failure: { authorized: 'late_success' },
    },
  }),
  void: defineOperation({
    machine: relayMachine,
    outcomes: {
      pending: { ...pending, voided: 'succeeded', authorized: 'left_open' },
      review: { ...review, voided: 'succeeded' },
      success: { declined: 'contradiction' },
      failure: { voided: 'late_success' },
    },
  }),
  // A card issuer may return the money as a bank returns that of a refund.
  unreferenced_refund: defineOperation({
    machine: relayMachine,
    outcomes: refunds,
  }),
} as const satisfies Readonly<Record<RelayType, OperationDefinition<typeof relayMachine>>>;
