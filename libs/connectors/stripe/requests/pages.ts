import type { Account, HttpRequest, PageQuery } from '@payorch/connector-kit';
import { getJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from './headers';

/** Stripe dates in whole seconds: those at or after a time within a second begin with the next one. */
const secondsOf = (time: string): string => String(Math.ceil(new Date(time).getTime() / 1_000));

/** The request of a page of one of Stripe's lists, the newest first. */
export function pageRequest(
  path: string,
  { from, till, cursor }: PageQuery,
  account: Account<Credentials>,
): HttpRequest {
  const query = new URLSearchParams({
    'created[gte]': secondsOf(from),
    'created[lt]': secondsOf(till),
    limit: '100',
    ...(cursor !== null && { starting_after: cursor }),
  });
  return getJson(`${urlOf(account.baseUrl, 'v1', path)}?${query.toString()}`, headersOf(account));
}
