import { statesOf, unreachableStates } from '@payorch/kernel';
import { outcomeCases, stateAfter } from '@payorch/operations';
import { openAuthenticationStates, standaloneMachine, standaloneOperation } from './standalone.machine';

const states = statesOf(standaloneMachine);

it('the machine reaches every state from the creation, and only ended states have no way on', () => {
  expect(unreachableStates(standaloneMachine, 'created')).toEqual([]);
  expect(states.filter((state) => Object.keys(standaloneMachine[state]).length > 0)).toEqual(openAuthenticationStates);
});

it('an outcome leads to a success by one case alone, and never leaves an end', () => {
  const successes = states.flatMap((state) =>
    outcomeCases
      .filter((one) => state !== 'succeeded' && stateAfter(standaloneOperation, state, one) === 'succeeded')
      .map((one) => `${state} ${one}`),
  );
  expect(successes).toEqual(['authenticating authenticated', 'challenged authenticated']);
  for (const ended of ['created', 'succeeded', 'failed'] as const)
    expect(outcomeCases.filter((one) => stateAfter(standaloneOperation, ended, one) !== ended)).toEqual([]);
});
