import { isFinal, nextState, statesOf, unreachableStates } from '@payorch/kernel';
import { eventOf, outcomeCases } from '@payorch/operations';
import { inState, outcomes, receive } from '../../test/builders';
import { isRefusal } from '@payorch/contracts';
import { payoutMachine, payoutOperations, type PayoutState } from './payout.machine';
import { marksOf, openStates, storedStates } from './payout-states';
import { statusOf } from './payout.status';

it('every state is reached, and only a reversal, an ineligible recipient and passing states have no way on of their own', () => {
  expect(unreachableStates(payoutMachine, 'requires_payout_method_data')).toEqual([]);
  expect(statesOf(payoutMachine).filter((state) => isFinal(payoutMachine, state))).toEqual(['ineligible', 'reversed']);
});

it('an unknown outcome ends nothing', () => {
  for (const operation of Object.values(payoutOperations)) {
    for (const state of statesOf(payoutMachine)) {
      const on = eventOf(operation, state, 'unknown');
      const to = nextState(payoutMachine, state, on as never) ?? state;
      expect(['failed', 'cancelled', 'expired', 'ineligible', 'success', 'reversed', 'attempt_ended']).not.toContain(
        to === state ? '' : to,
      );
    }
  }
});

it('a success is left by a reversal alone', () => {
  for (const operation of Object.values(payoutOperations))
    for (const one of outcomeCases) {
      const to = nextState(payoutMachine, 'success', eventOf(operation, 'success', one) as never);
      expect([undefined, 'reversed']).toContain(to);
    }
  expect(new Set(Object.values(payoutMachine.success))).toEqual(new Set(['reversed']));
});

it('no passing state is stored, and each state that awaits an outcome has a job', () => {
  expect(storedStates.filter((state) => marksOf(state).passing)).toEqual([]);
  expect(statesOf(payoutMachine).length - storedStates.length).toBe(3);
  for (const state of storedStates) if (marksOf(state).underWay) expect(openStates).toContain(state);
});

describe.each(storedStates.map((state) => [state]))('a payout in %s', (state: PayoutState) => {
  it('is reached by decisions', () => expect(inState(state).state).toBe(state));

  const withAttempt = !['requires_payout_method_data', 'requires_confirmation', 'cancelled'].includes(state);
  if (!withAttempt) return;

  it.each(Object.entries(outcomes))('lands after %s in a stored state', (_, outcome) => {
    const before = inState(state);
    const decision = receive(before, outcome);
    if (isRefusal(decision)) throw new Error('an outcome is never refused');
    const landed = decision.kind === 'decided' ? decision.state : before;
    expect(storedStates).toContain(landed.state);
    if (state === 'success' && landed.state !== 'success') expect(statusOf(landed)).toBe('reversed');
    const ends = ['failed', 'cancelled', 'ineligible', 'expired'];
    if (outcome.kind === 'unknown' && landed.state !== state) expect(ends).not.toContain(landed.state);
  });
});
