import type { AnyEventOf, EventOf, Machine, StateOf } from '@payorch/kernel';
import { moveState } from '@payorch/kernel';
import type { OutcomeCase } from './outcome-case';

/**
 * What an outcome means besides an event. verify: a sync must prove it. late_success: money moved after we gave the operation
 * up, which needs a person. contradiction: the processor now denies what it had reported, which needs a person too, and moves
 * nothing by itself. stale: nothing follows.
 */
export type Verdict = 'verify' | LateVerdict;
export type LateVerdict = 'late_success' | 'contradiction' | 'stale';

/**
 * Operation state × outcome → event of the operation's machine. Without an entry the outcome is stale: it comes late, again or
 * out of order. An event that the state does not have fails to compile.
 */
export type OutcomeTable<M extends Machine> = {
  readonly [S in StateOf<M>]: { readonly [C in OutcomeCase]?: EventOf<M, S> | Exclude<Verdict, 'stale'> };
};

/** Entries that rows of a table share; a misspelt case fails to compile. */
export type OutcomeRow = { readonly [C in OutcomeCase]?: string };

/** One kind of operation: a request to a processor that may move money, with its states and what outcomes do to them. */
export interface OperationDefinition<M extends Machine = Machine> {
  readonly machine: M;
  readonly outcomes: OutcomeTable<M>;
}

export const defineOperation = <M extends Machine>(definition: OperationDefinition<M>): OperationDefinition<M> =>
  definition;

/** The machine's event for an outcome in a state, or why there is none. */
export const eventOf = <M extends Machine>(
  { outcomes }: Pick<OperationDefinition<M>, 'outcomes'>,
  state: StateOf<M>,
  outcomeCase: OutcomeCase,
): AnyEventOf<M> | Verdict => outcomes[state][outcomeCase] ?? 'stale';

const isVerdict = (on: string): on is Verdict =>
  on === 'verify' || on === 'late_success' || on === 'contradiction' || on === 'stale';

/** The state after an outcome; the same where the table names no event. */
export function stateAfter<M extends Machine>(
  definition: OperationDefinition<M>,
  state: StateOf<M>,
  outcomeCase: OutcomeCase,
): StateOf<M> {
  const on = eventOf(definition, state, outcomeCase);
  return isVerdict(on) ? state : moveState(definition.machine, state, on);
}
