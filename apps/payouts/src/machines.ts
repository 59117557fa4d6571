import { payoutMachine, payoutOperations, type PayoutState } from './domain/payout.machine';
import { marksOf } from './domain/payout-states';
import { statusOf } from './domain/payout.status';

/** The state machines of this app as `npm run docs` prints them: each column is a function of the state. */
export const machines = [
  {
    title: 'Payout',
    file: 'domain/payout.machine.ts',
    about:
      'A payout with the step that is under way. Only `creating` and `fulfilling` can move money: a missing answer fails neither. In a passing state no row is stored: the same decision leads on.',
    machine: payoutMachine,
    starts: ['requires_payout_method_data'],
    columns: {
      'shown as': (state: PayoutState) => statusOf({ state }),
      'under way': (state: PayoutState) => marksOf(state).underWay ?? '',
      'when due': (state: PayoutState) => marksOf(state).due ?? '',
      update: (state: PayoutState) => marksOf(state).updatable ?? '',
      confirm: (state: PayoutState) => marksOf(state).confirm ?? '',
      cancel: (state: PayoutState) => marksOf(state).cancel ?? '',
      passing: (state: PayoutState) => marksOf(state).passing ?? false,
    },
    operation: payoutOperations.step,
  },
  {
    title: 'Cancellation of a payout at its processor',
    file: 'domain/payout.machine.ts',
    about: 'The same states: what outcomes of the cancellation do in them.',
    machine: payoutMachine,
    starts: ['requires_payout_method_data'],
    columns: {},
    operation: payoutOperations.cancel,
  },
];
