import { isOpen, refundMachine, refundOperation, type RefundState } from './domain/refund.machine';
import { statusOf } from './domain/refund.status';

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Refund',
    file: 'domain/refund.machine.ts',
    about:
      'A refund reserves its amount of the charged amount in every state but `failure`. While a void reserves the whole charge, no refund begins.',
    machine: refundMachine,
    starts: ['scheduled'],
    columns: { 'shown as': (state: RefundState) => statusOf({ state }), open: isOpen },
    outcomes: refundOperation.outcomes,
  },
];
