import type { DataOf, RouteFilter, routeNone, routePayoutNone } from '@payorch/contracts';
import type { JudgedCandidate } from './accounts/account-verdict';
import { isNotImplemented } from './accounts/account-verdict';

/** Why no account takes a payment. */
export type PaymentReason = DataOf<typeof routeNone>['reason'];
/** Why no account takes a payout: reasons that a payment can have, too. */
export type AccountReason = DataOf<typeof routePayoutNone>['reason'];

export interface RouteRefusal<Reason extends PaymentReason = PaymentReason> {
  readonly reason: Reason;
  readonly connector: string | null;
  /** With `not_implemented`: the field of the request that the connector cannot carry. */
  readonly lacking?: string;
}

export const refusedBecause = <const Reason extends PaymentReason>(
  reason: Reason,
  connector: string | null = null,
): RouteRefusal<Reason> => ({
  reason,
  connector,
});

type Judged = readonly JudgedCandidate[];

const firstWith = (filter: RouteFilter, judged: Judged): string | undefined =>
  judged.find((one) => one.filter === filter)?.ref.connector;

const firstNotImplemented = (judged: Judged): string | undefined => judged.find(isNotImplemented)?.ref.connector;

/** What is wrong with the requested accounts, whatever is routed. */
function refusalOfRequested(requested: Judged): RouteRefusal<AccountReason> | undefined {
  const lacking = firstNotImplemented(requested);
  if (lacking !== undefined) return refusedBecause('not_implemented', lacking);
  const disabled = firstWith('disabled', requested);
  return disabled === undefined ? undefined : refusedBecause('account_disabled', disabled);
}

function refusalByDefault(byDefault: Judged): RouteRefusal<AccountReason> {
  const lacking = firstNotImplemented(byDefault);
  return lacking === undefined ? refusedBecause('no_account') : refusedBecause('not_implemented', lacking);
}

/** Why no account takes a payout. */
export const refusalOfPayout = (requested: Judged, byDefault: Judged): RouteRefusal<AccountReason> =>
  refusalOfRequested(requested) ?? refusalByDefault(byDefault);

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
  const ofRequested = refusalOfRequested(requested);
  if (ofRequested) return ofRequested;
  const uncapturableByDefault = firstWith('capture_method', byDefault);
  if (uncapturableByDefault !== undefined) return refusedBecause('capture_method', uncapturableByDefault);
  return refusalByDefault(byDefault);
}
