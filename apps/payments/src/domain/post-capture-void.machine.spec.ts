import { isFinal, statesOf, unreachableStates } from '@payorch/kernel';
import { openVoidStates, postCaptureVoidMachine } from './post-capture-void.machine';

it('reaches every state from the first, and waits in all that are not its ends', () => {
  expect(unreachableStates(postCaptureVoidMachine, 'requested')).toEqual([]);
  const open = statesOf(postCaptureVoidMachine).filter((state) => !isFinal(postCaptureVoidMachine, state));
  expect(open).toEqual([...openVoidStates]);
});

it('takes silence for no end', () => {
  expect([postCaptureVoidMachine.pending.unknown, postCaptureVoidMachine.pending.accepted]).toEqual([
    'pending',
    'pending',
  ]);
});
