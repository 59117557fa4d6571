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

/**
 * The state after `event` in `state`; undefined if the table has no such transition (a stale or out-of-order event).
 */
export const nextState = <T extends Machine>(machine: T, state: StateOf<T>, event: string): StateOf<T> | undefined =>
  Object.hasOwn(machine[state] ?? {}, event) ? (machine[state]?.[event] as StateOf<T>) : undefined;

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
