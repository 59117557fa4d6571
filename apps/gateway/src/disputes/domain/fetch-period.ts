import { isRefusal, joinRefusals, type Refusal, refuse } from '@payorch/contracts';
import { utcInstant } from '@payorch/kernel';
import type { DisputesFetchQuery } from '@payorch/rest';

const dayMs = 86_400_000;
/** A longer period would be more pages than one request waits for. */
const longestDays = 90;

export interface FetchPeriod {
  readonly from: string;
  readonly till: string;
}

/** The interface's form of a time has no zone: it is UTC. */
const momentOf = (field: keyof DisputesFetchQuery, text: string): string | Refusal =>
  utcInstant(text) ??
  utcInstant(`${text}Z`) ??
  refuse('invalid_format', { field, expected: 'YYYY-MM-DDTHH:MM:SS', path: field });

const orRefusal = (value: string | Refusal): Refusal | undefined => (isRefusal(value) ? value : undefined);
const notAllowed = (message: string): Refusal => refuse('invalid_request', { message, path: 'fetch_till' });

/** The period in which the processor opened the disputes to list; both ends are included. */
export function fetchPeriodOf({ fetch_from, fetch_till }: DisputesFetchQuery): FetchPeriod | Refusal {
  const from = momentOf('fetch_from', fetch_from);
  const till = momentOf('fetch_till', fetch_till);
  if (isRefusal(from) || isRefusal(till)) return joinRefusals([orRefusal(from), orRefusal(till)])!;
  const lengthMs = Date.parse(till) - Date.parse(from);
  if (lengthMs < 0) return notAllowed('fetch_till should not be before fetch_from');
  if (lengthMs > longestDays * dayMs)
    return notAllowed(`fetch_till should be at most ${longestDays} days after fetch_from`);
  return { from, till };
}
