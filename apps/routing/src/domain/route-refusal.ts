import type { DataOf, RouteFilter, routeNone } from '@payorch/contracts';
import type { JudgedCandidate } from './account-verdict';
import { isNotImplemented } from './account-verdict';

export interface RouteRefusal {
  readonly reason: DataOf<typeof routeNone>['reason'];
  readonly connector: string | null;
  /** With `not_implemented`: the field of the request that the connector cannot carry. */
  readonly lacking?: string;
}

export const refusedBecause = (reason: RouteRefusal['reason'], connector: string | null = null): RouteRefusal => ({
  reason,
  connector,
});

type Judged = readonly JudgedCandidate[];

const firstWith = (filter: RouteFilter, judged: Judged): string | undefined =>
  judged.find((one) => one.filter === filter)?.ref.connector;

const firstNotImplemented = (judged: Judged): string | undefined => judged.find(isNotImplemented)?.ref.connector;

/** Why no account takes the payment. The requested accounts explain a refusal before the accounts of the default order do. */
export function refusalOf(requested: Judged, byDefault: Judged): RouteRefusal {
  const uncapturable = firstWith('capture_method', requested);
  if (uncapturable !== undefined) return refusedBecause('capture_method', uncapturable);
  const all = [...requested, ...byDefault];
  const unsplit = firstWith('split', all);
  if (unsplit !== undefined) return refusedBecause('split_not_implemented', unsplit);
  const whole = firstWith('partial_authorization', all);
  if (whole !== undefined)
    return { ...refusedBecause('not_implemented', whole), lacking: 'enable_partial_authorization' };
  const atOnce = firstWith('installments', all);
  if (atOnce !== undefined) return { ...refusedBecause('not_implemented', atOnce), lacking: 'installment_data' };
  const lacking = firstNotImplemented(requested);
  if (lacking !== undefined) return refusedBecause('not_implemented', lacking);
  const disabled = firstWith('disabled', requested);
  if (disabled !== undefined) return refusedBecause('account_disabled', disabled);
  const uncapturableByDefault = firstWith('capture_method', byDefault);
  if (uncapturableByDefault !== undefined) return refusedBecause('capture_method', uncapturableByDefault);
  const lackingByDefault = firstNotImplemented(byDefault);
  return lackingByDefault === undefined
    ? refusedBecause('no_account')
    : refusedBecause('not_implemented', lackingByDefault);
}
