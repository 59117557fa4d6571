import { statesOf, unreachableStates } from '@payorch/kernel';
import { stateAfter } from '@payorch/operations';
import { syncableStates, openStates, refundMachine, refundOperation } from './refund.machine';

const eventsOf = (state: keyof typeof refundMachine): [string, string][] => Object.entries(refundMachine[state]);

describe('the refund machine', () => {
  it('reaches every state from the first', () => {
    expect(unreachableStates(refundMachine, 'scheduled')).toEqual([]);
  });

  it('never fails a refund for an unknown outcome', () => {
    const changed = statesOf(refundMachine).filter((state) => stateAfter(refundOperation, state, 'unknown') !== state);
    expect(changed).toEqual([]);
    const known = statesOf(refundMachine).filter((state) => 'unknown' in refundOperation.outcomes[state]);
    expect(known).toEqual(['pending', 'manual_review']);
  });

  it('lets only an operator turn a failure into a success', () => {
    expect(eventsOf('failure')).toEqual([['declared_success', 'success']]);
  });

  it('turns a success into a failure only by a decline or an operator', () => {
    expect(eventsOf('success').map(([event]) => event)).toEqual(['failed', 'declared_failure']);
    expect(refundOperation.outcomes.success).toEqual({ declined: 'failed' });
  });

  it('has open states that are not final, and syncs all of these except scheduled', () => {
    const final = statesOf(refundMachine).filter((state) => !(openStates as readonly string[]).includes(state));
    expect(final).toEqual(['success', 'failure']);
    expect(openStates.filter((state) => !(syncableStates as readonly string[]).includes(state))).toEqual(['scheduled']);
  });
});
