import type { Refusal } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { viewOf } from '../errors';
import type { Database } from '../persistence';
import type { RequestTrace } from '../request';

/** A request that changes the gateway's own tables, and the function that renders the result for its response. */
export interface ViewedChange<T> extends RequestTrace {
  readonly view?: (result: T) => unknown;
}

/**
 * Runs `work` for a request and returns its result as `view` renders it; an idempotency key stores that response.
 * A refusal is returned as it is.
 */
export async function changeAndView<T, View>(
  trace: RequestTrace,
  view: (result: T) => View,
  work: (trace: ViewedChange<T>) => Promise<T | Refusal>,
): Promise<View | Refusal> {
  return viewOf(await work({ ...trace, view }), view);
}

/**
 * Runs a transaction over the gateway's own tables. Under an idempotency key the response commits together with the
 * change: after a crash a retry gets the stored response and changes nothing. A refusal that `work` returns rolls the
 * change back and stores nothing. Use it once for each request, since the first call stores the response.
 */
export function changeWithResponse<T>(
  database: Pick<Database, 'change'>,
  merchants: MerchantScope,
  { claim, view }: ViewedChange<T>,
  work: (sql: Sql) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  if (!claim) return database.change(merchants, work);
  if (!view) throw new InvariantError('a change under an idempotency key has no view');
  const scope = merchants === 'every' ? merchants : [...merchants, claim.place.merchantId];
  return database.change(scope, (sql) => claim.changeOnce(claim, sql, work, view));
}
