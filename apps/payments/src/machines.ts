import { attemptMachine, liveStates } from './domain/attempt.machine';
import { extensionMachine, openExtensionStates } from './domain/extension.machine';
import { attemptStatusOf, intentStatusOf } from './domain/payment.status';
import { openVoidStates, postCaptureVoidMachine } from './domain/post-capture-void.machine';

const isIn = (states: readonly string[]) => (state: string) => states.includes(state);

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Attempt',
    file: 'domain/attempt.machine.ts',
    about: 'A payment has at most one attempt in a live state. Its public status is the one of its last attempt.',
    machine: attemptMachine,
    columns: { 'shown as': attemptStatusOf, 'payment status': intentStatusOf, live: isIn(liveStates) },
  },
  {
    title: 'Extension of an authorization',
    file: 'domain/extension.machine.ts',
    about:
      'An extension begins while its attempt is `authorized`, one at a time, and does not change the state of the attempt.',
    machine: extensionMachine,
    columns: { open: isIn(openExtensionStates) },
  },
  {
    title: 'Void after the capture',
    file: 'domain/post-capture-void.machine.ts',
    about:
      'A void begins while its attempt is `charged` or `partial_charged`, one at a time, and moves the attempt to `voided_post_charge` when it succeeds.',
    machine: postCaptureVoidMachine,
    columns: { open: isIn(openVoidStates) },
  },
];
