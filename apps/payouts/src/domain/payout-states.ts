import { type PayoutState, type PayoutStateDeclaration, states } from './payout.machine';

/** What the table says of a state. */
export const marksOf = (state: PayoutState): PayoutStateDeclaration => states[state];

const statesThat = (isOne: (marks: PayoutStateDeclaration) => boolean): readonly PayoutState[] =>
  (Object.keys(states) as PayoutState[]).filter((state) => isOne(marksOf(state)));

/** The states that rows have. */
export const storedStates = statesThat(({ passing }) => !passing);
/** Such a payout has a job, or the sweeper creates one. */
export const openStates = statesThat(({ due }) => due !== undefined);
/** The processor is asked to cancel. */
export const cancellingStates = statesThat(({ underWay }) => underWay === 'payout_cancel');
