import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';

/**
 * The merchant's answer to a dispute at its processor: an acceptance, or evidence. failed: the processor refused it, or never had
 * it: the merchant may answer again. An answer that is found later still counts.
 */
export const answerMachine = defineMachine({
  pending: { answered: 'succeeded', failed: 'failed', left_open: 'pending' },
  succeeded: {},
  failed: { answered: 'succeeded' },
});

export type AnswerState = StateOf<typeof answerMachine>;

/** An answer in one of these states awaits an outcome. */
export const openAnswerStates = ['pending'] as const satisfies readonly AnswerState[];

export const answerOperation = defineOperation({
  machine: answerMachine,
  outcomes: {
    pending: {
      disputed: 'answered',
      declined: 'failed',
      not_sent: 'failed',
      not_supported: 'failed',
      absent: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
    },
    succeeded: {},
    failed: { disputed: 'answered' },
  },
});
