import { isFinal, statesOf, unreachableStates } from '@payorch/kernel';
import { openVoidStates, postCaptureVoidMachine, postCaptureVoidOperation, stateAfter } from '@payorch/operations';

it('the post-capture void machine reaches every state from the first, and all but its final ones are open', () => {
  expect(unreachableStates(postCaptureVoidMachine, 'requested')).toEqual([]);
  const open = statesOf(postCaptureVoidMachine).filter((state) => !isFinal(postCaptureVoidMachine, state));
  expect(open).toEqual([...openVoidStates]);
});

it('the post-capture void machine does not end with an unknown outcome', () => {
  const after = (reported: 'unknown' | 'accepted') => stateAfter(postCaptureVoidOperation, 'pending', reported);
  expect([after('unknown'), after('accepted')]).toEqual(['pending', 'pending']);
});
