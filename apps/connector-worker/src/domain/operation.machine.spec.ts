import { nextState, statesOf, unreachableStates } from '@payorch/kernel';
import { operationMachine } from './operation.machine';

describe('the machine of an operation', () => {
  it('every state is reachable from the initial states sent and never', () => {
    expect(unreachableStates(operationMachine, 'sent', 'never')).toEqual([]);
  });

  it('a missing answer changes neither "answered" nor "never", and no state returns to "sent"', () => {
    expect(nextState(operationMachine, 'answered', 'silent')).toBeUndefined();
    expect(nextState(operationMachine, 'never', 'silent')).toBeUndefined();
    for (const state of statesOf(operationMachine))
      expect(Object.values(operationMachine[state])).not.toContain('sent');
  });
});
