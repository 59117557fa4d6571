import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';
import { authenticationMachine, authenticationOperation } from './authentication.machine';

/**
 * An authentication without a payment: that of an attempt, and before it the time in which the merchant has created it and no card
 * is known. It moves no money; an ended one stays as it is.
 */
export const standaloneMachine = defineMachine({
  created: { sent: 'pre_authenticating', expired: 'failed' },
  ...authenticationMachine,
});

export type StandaloneState = StateOf<typeof standaloneMachine>;

/** The states that end: a result, the time of the step, or a request moves every other one. */
export const openAuthenticationStates = [
  ...(['created', 'pre_authenticating', 'browser_awaited', 'authenticating', 'challenged'] as const),
] satisfies readonly StandaloneState[];

export const standaloneOperation = defineOperation({
  machine: standaloneMachine,
  outcomes: { created: {}, ...authenticationOperation.outcomes },
});
