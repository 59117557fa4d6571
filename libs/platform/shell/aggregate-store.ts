import type { Sql, Statement } from '@payorch/platform/postgres';
import type { Change } from './step';

/**
 * Loads and writes the aggregates of one kind, many at once, for a service with several kinds. `load` takes message keys and
 * locks rows in their order.
 */
export interface AggregateStore<State, Shared> {
  load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, State>>;
  writes(changes: readonly Change<State>[], shared: Shared): readonly Statement[];
}
