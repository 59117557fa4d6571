import { isFinal, statesOf, unreachableStates } from '@payorch/kernel';
import { stateAfter } from '@payorch/operations';
import { syncedStates, attemptMachine, attemptOperation, liveStates } from './attempt.machine';

describe('the attempt machine', () => {
  it('reaches every state from the first', () => {
    expect(unreachableStates(attemptMachine, 'payment_method_awaited')).toEqual([]);
  });

  it('leaves a charge only by a void, or for a review', () => {
    const back = { voided_post_charge: 'voided_post_charge', contradicted: 'capture_review' };
    expect([attemptMachine.charged, attemptMachine.partial_charged]).toEqual([back, back]);
  });

  it('never leaves a state where money is settled or given up', () => {
    const final = statesOf(attemptMachine).filter((state) => isFinal(attemptMachine, state));
    expect(final).toEqual([
      'voided_post_charge',
      'voided',
      'failure',
      'capture_failed',
      'void_failed',
      'expired',
      'integrity_failure',
    ]);
  });

  it('counts as live exactly what a processor may still act on', () => {
    const before = ['payment_method_awaited', 'confirmation_awaited'];
    // A charge is settled: its possible void or review neither makes room for another attempt nor awaits an outcome.
    const settled = ['charged', 'partial_charged', 'capture_review'];
    const open = statesOf(attemptMachine).filter(
      (state) => !isFinal(attemptMachine, state) && ![...before, ...settled].includes(state),
    );
    expect([...liveStates].sort()).toEqual([...open].sort());
  });

  it('never fails with an unknown outcome', () => {
    const changed = statesOf(attemptMachine).filter(
      (state) => stateAfter(attemptOperation, state, 'unknown') !== state,
    );
    expect(changed).toEqual(['authorizing']);
    expect(stateAfter(attemptOperation, 'authorizing', 'unknown')).toBe('pending');
  });

  it('syncs only live states', () => {
    expect(syncedStates.every((state) => (liveStates as readonly string[]).includes(state))).toBe(true);
  });
});
