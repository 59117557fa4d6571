import { statesOf, unreachableStates } from '@payorch/kernel';
import { extensionMachine, openExtensionStates } from './extension.machine';

it('reaches every state from the first, and waits in that one alone', () => {
  expect(unreachableStates(extensionMachine, 'pending')).toEqual([]);
  const open = statesOf(extensionMachine).filter((state) => 'unknown' in extensionMachine[state]);
  expect(open).toEqual([...openExtensionStates]);
});

it('takes silence for no end, and believes a grant that is told late', () => {
  const { pending, failed, succeeded, refused } = extensionMachine;
  expect([pending.unknown, pending.accepted, failed.extended]).toEqual(['pending', 'pending', 'succeeded']);
  expect([succeeded, refused]).toEqual([{}, {}]);
});
