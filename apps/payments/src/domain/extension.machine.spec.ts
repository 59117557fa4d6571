import { statesOf, unreachableStates } from '@payorch/kernel';
import { extensionMachine, openExtensionStates } from './extension.machine';

it('the extension machine reaches every state from the first, and only the first is open', () => {
  expect(unreachableStates(extensionMachine, 'pending')).toEqual([]);
  const open = statesOf(extensionMachine).filter((state) => 'unknown' in extensionMachine[state]);
  expect(open).toEqual([...openExtensionStates]);
});

it('the extension machine does not end with an unknown outcome, and accepts a late grant', () => {
  const { pending, failed, succeeded, refused } = extensionMachine;
  expect([pending.unknown, pending.accepted, failed.extended]).toEqual(['pending', 'pending', 'succeeded']);
  expect([succeeded, refused]).toEqual([{}, {}]);
});
