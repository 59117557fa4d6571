import { operationMachine } from './domain/operation.machine';

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Operation of a connector worker',
    file: 'domain/operation.machine.ts',
    about:
      'The call of one operation, of any kind: whether a worker may have called the processor, and whether it answered.',
    machine: operationMachine,
    starts: ['sent', 'never'],
    columns: {},
  },
];
