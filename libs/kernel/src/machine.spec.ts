import { defineMachine, isFinal, nextState, statesOf, unreachableStates } from './machine';

const door = defineMachine({
  open: { closed: 'shut' },
  shut: { opened: 'open', locked: 'bolted' },
  bolted: {},
  walled: { broken: 'open' },
});

describe('a machine', () => {
  it('says what may follow what', () => {
    expect(nextState(door, 'shut', 'locked')).toBe('bolted');
    expect(nextState(door, 'bolted', 'opened')).toBeUndefined();
    expect(nextState(door, 'open', 'toString')).toBeUndefined();
  });

  it('knows its ends and what nothing leads to', () => {
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted']);
    expect(unreachableStates(door, 'open')).toEqual(['walled']);
  });
});
