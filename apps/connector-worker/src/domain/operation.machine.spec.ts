import { nextState, statesOf, unreachableStates } from '@payorch/kernel';
import { operationMachine } from './operation.machine';

describe('the machine of an operation', () => {
  it('reaches every state from its two beginnings', () => {
    expect(unreachableStates(operationMachine, 'sent', 'never')).toEqual([]);
  });

  it('lets no silence undo an answer, nor a "never" become sent', () => {
    expect(nextState(operationMachine, 'answered', 'silent')).toBeUndefined();
    expect(nextState(operationMachine, 'never', 'silent')).toBeUndefined();
    for (const state of statesOf(operationMachine))
      expect(Object.values(operationMachine[state])).not.toContain('sent');
  });
});
