import { InvariantError } from './invariant';
import type { AnyEventOf, EventOf } from './machine';
import { defineMachine, isFinal, moveOf, moveState, nextState, statesOf, unreachableStates } from './machine';

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
    expect(nextState(door, 'open', 'toString' as never)).toBeUndefined();
  });

  it('a machine knows its final and its unreachable states', () => {
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted']);
    expect(unreachableStates(door, 'open')).toEqual(['walled']);
  });

  it('the compiler knows the events of a machine and of each state', () => {
    const isEvent: 'opend' extends AnyEventOf<typeof door> ? true : false = false;
    const isEventOfOpen: 'opened' extends EventOf<typeof door, 'open'> ? true : false = false;
    expect([isEvent, isEventOfOpen]).toEqual([false, false]);
  });

  it('an event that the state does not allow is a bug', () => {
    const shut: 'shut' = moveState(door, 'open', 'closed');
    expect(shut).toBe('shut');
    const named: AnyEventOf<typeof door> = 'opened';
    expect(() => moveState(door, 'bolted', named)).toThrow(InvariantError);
  });
});

describe('a thing that a machine governs', () => {
  interface Base {
    readonly name: string;
    readonly moves: number;
  }
  interface Facts {
    readonly open: { readonly by: string };
    readonly shut: Record<never, never>;
    readonly bolted: { readonly key: number };
    readonly walled: Record<never, never>;
  }
  const move = moveOf<typeof door, Base, Facts>(door);
  const shut = { name: 'front', moves: 0, state: 'shut', facts: {} } as const;

  it('moves with the facts of its next state, and with other changes', () => {
    const bolted = move(shut, 'locked', { key: 7 }, { moves: 1 });
    const key: number = bolted.facts.key;
    expect([key, bolted]).toEqual([7, { name: 'front', moves: 1, state: 'bolted', facts: { key: 7 } }]);
    expect(shut.state).toBe('shut');
  });

  it('moves by an event that only run time knows, with the facts of whichever state that leads to', () => {
    const facts = { open: { by: 'Jo' }, shut: {}, bolted: { key: 7 }, walled: {} };
    const moved = (on: AnyEventOf<typeof door>) => move(shut, on, (to) => facts[to]);
    expect(moved('opened')).toEqual({ name: 'front', moves: 0, state: 'open', facts: { by: 'Jo' } });
    expect(moved('locked')).toMatchObject({ state: 'bolted', facts: { key: 7 } });
    expect(() => moved('broken')).toThrow(InvariantError);
  });
});
