import { defineMachine } from '@payorch/kernel';

/**
 * sent: a worker has taken it and may be calling. unknown: nobody can say whether the processor has it, so it is called again
 * under its idempotency key alone, where that is guaranteed. never: a question came before the command, which can no longer run. Every state may still hear an answer.
 */
export const operationMachine = defineMachine({
  sent: { answered: 'answered', silent: 'unknown' },
  unknown: { answered: 'answered', silent: 'unknown' },
  answered: { answered: 'answered' },
  never: { answered: 'answered' },
});
