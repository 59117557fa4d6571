import { statesOf, unreachableStates } from '@payorch/kernel';
import { syncableStates, openStates, refundMachine } from './refund.machine';

const eventsOf = (state: keyof typeof refundMachine): [string, string][] => Object.entries(refundMachine[state]);

describe('the refund machine', () => {
  it('reaches every state from the first', () => {
    expect(unreachableStates(refundMachine, 'scheduled')).toEqual([]);
  });

  it('never makes a failure of silence', () => {
    const silent = statesOf(refundMachine).map((state) => (refundMachine[state] as Record<string, string>)['unknown']);
    expect(silent.filter((target) => target !== undefined && target !== 'pending')).toEqual(['manual_review']);
  });

  it('lets nothing but a person bring a failed refund back', () => {
    expect(eventsOf('failure')).toEqual([['declared_success', 'success']]);
  });

  it('takes a success back only by a plain no', () => {
    expect(eventsOf('success').map(([event]) => event)).toEqual(['declined', 'declared_failure']);
  });

  it('tends exactly what has not ended, and asks where a processor can know more', () => {
    const ended = statesOf(refundMachine).filter((state) => !(openStates as readonly string[]).includes(state));
    expect(ended).toEqual(['success', 'failure']);
    expect(openStates.filter((state) => !(syncableStates as readonly string[]).includes(state))).toEqual(['scheduled']);
  });
});
