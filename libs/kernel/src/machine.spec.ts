import { defineMachine, isFinal, nextState, statesOf, unreachableStates } from './machine';

const door = defineMachine({
  open: { closed: 'shut' },
  shut: { opened: 'open', locked: 'bolted' },
  bolted: {},
  walled: { broken: 'open' },
});

describe('a machine', () => {
  it('a machine returns the next state of an event', () => {
    expect(nextState(door, 'shut', 'locked')).toBe('bolted');
    expect(nextState(door, 'bolted', 'opened')).toBeUndefined();
    expect(nextState(door, 'open', 'toString')).toBeUndefined();
  });

  it('a machine knows its final and its unreachable states', () => {
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted']);
    expect(unreachableStates(door, 'open')).toEqual(['walled']);
  });
});
