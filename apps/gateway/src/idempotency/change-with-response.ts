import { InvariantError } from '@payorch/kernel';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import type { Database } from '../persistence/database';
import type { RequestTrace } from '../request-trace';

/** A request that changes our own tables, and how its caller is shown what came of it. */
export interface ViewedChange<T> extends RequestTrace {
  readonly view?: (result: T) => unknown;
}

/** Has `work` done for a request and gives its result as `show` shows it, under an idempotency key for good. */
export async function changeAndView<T, View>(
  trace: RequestTrace,
  view: (result: T) => View,
  work: (trace: ViewedChange<T>) => Promise<T>,
): Promise<View> {
  return view(await work({ ...trace, view }));
}

/**
 * A transaction over our own tables for a request. Under an idempotency key the answer is committed along with the effect:
 * whatever dies afterwards, the next try is answered and does nothing. One a request, since the first one answers it.
 */
export function changeWithResponse<T>(
  database: Pick<Database, 'change'>,
  merchants: MerchantScope,
  { claim, view }: ViewedChange<T>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (!claim) return database.change(merchants, work);
  if (!view) throw new InvariantError('nobody said how a change under an idempotency key is shown');
  const scope = merchants === 'every' ? merchants : [...merchants, claim.place.merchantId];
  return database.change(scope, (sql) => claim.changeOnce(claim, sql, work, view));
}
