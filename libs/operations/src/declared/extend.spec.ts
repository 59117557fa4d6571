import { statesOf, unreachableStates } from '@payorch/kernel';
import { extensionMachine, extensionOperation, openExtensionStates, stateAfter } from '@payorch/operations';

it('the extension machine reaches every state from the first, and only the first is open', () => {
  expect(unreachableStates(extensionMachine, 'pending')).toEqual([]);
  const open = statesOf(extensionMachine).filter((state) => 'unknown' in extensionOperation.outcomes[state]);
  expect(open).toEqual([...openExtensionStates]);
});

it('the extension machine does not end with an unknown outcome, and accepts a late grant', () => {
  const after = (state: keyof typeof extensionMachine, reported: 'unknown' | 'accepted' | 'extended') =>
    stateAfter(extensionOperation, state, reported);
  expect([after('pending', 'unknown'), after('pending', 'accepted'), after('failed', 'extended')]).toEqual([
    'pending',
    'pending',
    'succeeded',
  ]);
  expect([extensionMachine.succeeded, extensionMachine.refused]).toEqual([{}, {}]);
});
