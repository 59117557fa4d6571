import { InvariantError } from './invariant';

/**
 * A state machine is a table: state → event → next state. The table is the only source of the transitions; the types
 * below, the SQL `CHECK` (`statesOf`) and `docs/machines.md` derive from it.
 */
export type Machine = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the table; the compiler checks that every target is one of its states. */
export const defineMachine = <const T extends Record<string, Record<string, keyof T & string>>>(table: T): T => table;

export type StateOf<T extends Machine> = keyof T & string;
export type EventOf<T extends Machine, S extends StateOf<T>> = keyof T[S] & string;
/** Every event of any state of the machine. */
export type AnyEventOf<T extends Machine> = { [S in StateOf<T>]: EventOf<T, S> }[StateOf<T>];
export type NextState<T extends Machine, S extends StateOf<T>, E extends EventOf<T, S>> = T[S][E] & StateOf<T>;

export const statesOf = <T extends Machine>(machine: T): readonly StateOf<T>[] => Object.keys(machine);

/** A final state has no transitions. */
export const isFinal = <T extends Machine>(machine: T, state: StateOf<T>): boolean =>
  Object.keys(machine[state] ?? {}).length === 0;

/** The state after `event` in `state`; undefined if the table has no such transition. */
export const nextState = <T extends Machine>(
  machine: T,
  state: StateOf<T>,
  event: AnyEventOf<T>,
): StateOf<T> | undefined =>
  Object.hasOwn(machine[state] ?? {}, event) ? (machine[state]?.[event] as StateOf<T>) : undefined; // the one cast

/**
 * The state after an event that `state` allows: the compiler checks it where it knows both. Where a table names the event at run
 * time, an event that the state does not allow is a bug: throws `InvariantError`.
 */
export function moveState<T extends Machine, S extends StateOf<T>, E extends EventOf<T, S>>(
  machine: T,
  state: S,
  on: E,
): NextState<T, S, E>;
export function moveState<T extends Machine>(machine: T, state: StateOf<T>, on: AnyEventOf<T>): StateOf<T>;
export function moveState(machine: Machine, state: string, on: string): string {
  const next = nextState(machine, state, on);
  if (next === undefined) throw new InvariantError(`the state ${state} allows no event ${on}`);
  return next;
}

/** The facts that each state of a machine cannot be without. */
export type FactsOf<M extends Machine> = { readonly [S in StateOf<M>]: object };

/** A thing in one of its states, with the facts of that state. */
export type InState<Base, Facts, S extends keyof Facts = keyof Facts> = {
  [K in S]: Base & { readonly state: K; readonly facts: Facts[K] };
}[S];

/**
 * The only way to another state: the table says where `on` leads, the types which facts that state needs. Where a table names
 * the event at run time, `facts` returns those of the state that it leads to.
 */
export interface Move<M extends Machine, Base, Facts extends FactsOf<M>> {
  <S extends StateOf<M>, E extends EventOf<M, S>>(
    from: InState<Base, Facts, S>,
    on: E,
    facts: Facts[NextState<M, S, E>],
    changes?: Partial<Base>,
  ): InState<Base, Facts, NextState<M, S, E>>;
  (
    from: InState<Base, Facts, StateOf<M>>,
    on: AnyEventOf<M>,
    facts: (to: StateOf<M>) => Facts[StateOf<M>],
    changes?: Partial<Base>,
  ): InState<Base, Facts, StateOf<M>>;
}

export function moveOf<M extends Machine, Base extends object, Facts extends FactsOf<M>>(
  machine: M,
): Move<M, Base, Facts> {
  type Any = InState<Base, Facts, StateOf<M>>;
  function move<S extends StateOf<M>, E extends EventOf<M, S>>(
    from: InState<Base, Facts, S>,
    on: E,
    facts: Facts[NextState<M, S, E>],
    changes?: Partial<Base>,
  ): InState<Base, Facts, NextState<M, S, E>>;
  function move(
    from: Any,
    on: AnyEventOf<M>,
    facts: (to: StateOf<M>) => Facts[StateOf<M>],
    changes?: Partial<Base>,
  ): Any;
  function move(
    from: Any,
    on: AnyEventOf<M>,
    facts: Facts[StateOf<M>] | ((to: StateOf<M>) => Facts[StateOf<M>]),
    changes?: Partial<Base>,
  ): Any {
    const state = moveState(machine, from.state, on);
    return { ...from, ...changes, state, facts: typeof facts === 'function' ? facts(state) : facts };
  }
  return move;
}

/** States that cannot be reached from `start`: a correct table has none. */
export function unreachableStates<T extends Machine>(machine: T, ...start: StateOf<T>[]): StateOf<T>[] {
  const seen = new Set<string>(start);
  const open: string[] = [...start];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const target of Object.values(machine[state] ?? {})) {
      if (!seen.has(target)) {
        seen.add(target);
        open.push(target);
      }
    }
  }
  return statesOf(machine).filter((state) => !seen.has(state));
}
