/**
 * A state machine is a table: state → event → next state. It is the only place that knows what may follow what; the types
 * below, the SQL `CHECK` (`statesOf`) and `docs/machines.md` derive from it.
 */
export type Machine = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Gives the table back, after the compiler has seen that every target is one of its states. */
export const defineMachine = <const T extends Record<string, Record<string, keyof T & string>>>(table: T): T => table;

export type StateOf<T extends Machine> = keyof T & string;
export type EventOf<T extends Machine, S extends StateOf<T>> = keyof T[S] & string;
/** Every event that any state of the machine knows. */
export type AnyEventOf<T extends Machine> = { [S in StateOf<T>]: EventOf<T, S> }[StateOf<T>];
export type NextState<T extends Machine, S extends StateOf<T>, E extends EventOf<T, S>> = T[S][E] & StateOf<T>;

export const statesOf = <T extends Machine>(machine: T): readonly StateOf<T>[] => Object.keys(machine);

/** A final state is one that nothing leaves. */
export const isFinal = <T extends Machine>(machine: T, state: StateOf<T>): boolean =>
  Object.keys(machine[state] ?? {}).length === 0;

/** Where `event` leads from `state`; undefined where the table does not know it (stale or out of order). */
export const nextState = <T extends Machine>(machine: T, state: StateOf<T>, event: string): StateOf<T> | undefined =>
  Object.hasOwn(machine[state] ?? {}, event) ? (machine[state]?.[event] as StateOf<T>) : undefined;

/** States that cannot be reached from `start`: a table with any is wrong. */
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
