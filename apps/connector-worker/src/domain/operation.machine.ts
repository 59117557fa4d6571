import { defineMachine } from '@payorch/kernel';

/**
 * sent: a worker has claimed the operation and may be calling. unknown: the worker cannot say whether the processor has the
 * operation, so it is sent again only under an idempotency key that the processor guarantees. never: the operation
 * is forbidden, since a sync or a begin check came before its command, or the command was refused or too late. Every state may
 * still receive an answer.
 */
export const operationMachine = defineMachine({
  sent: { answered: 'answered', silent: 'unknown' },
  unknown: { answered: 'answered', silent: 'unknown' },
  answered: { answered: 'answered' },
  never: { answered: 'answered' },
});
