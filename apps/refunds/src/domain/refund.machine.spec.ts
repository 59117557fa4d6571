import { statesOf, unreachableStates } from '@payorch/kernel';
import { syncableStates, openStates, refundMachine } from './refund.machine';

const eventsOf = (state: keyof typeof refundMachine): [string, string][] => Object.entries(refundMachine[state]);

describe('the refund machine', () => {
  it('reaches every state from the first', () => {
    expect(unreachableStates(refundMachine, 'scheduled')).toEqual([]);
  });

  it('never fails a refund for an unknown outcome', () => {
    const targets = statesOf(refundMachine).map((state) => (refundMachine[state] as Record<string, string>)['unknown']);
    expect(targets.filter((target) => target !== undefined && target !== 'pending')).toEqual(['manual_review']);
  });

  it('lets only an operator turn a failure into a success', () => {
    expect(eventsOf('failure')).toEqual([['declared_success', 'success']]);
  });

  it('turns a success into a failure only by a decline or an operator', () => {
    expect(eventsOf('success').map(([event]) => event)).toEqual(['declined', 'declared_failure']);
  });

  it('has open states that are not final, and syncs all of these except scheduled', () => {
    const final = statesOf(refundMachine).filter((state) => !(openStates as readonly string[]).includes(state));
    expect(final).toEqual(['success', 'failure']);
    expect(openStates.filter((state) => !(syncableStates as readonly string[]).includes(state))).toEqual(['scheduled']);
  });
});
