import type { PayoutCapability } from '@payorch/connectors/catalogue';
import { InvariantError } from '@payorch/kernel';
import { accountJudge } from '../accounts/account-verdict';
import { payoutAt, payoutFilters, type PayoutsOf } from '../accounts/payout-filters';
import { type AccountReason, refusalOfPayout } from '../route-refusal';
import { routeSourceOf } from '../route-source';
import type { RoutedPayout } from '../routed-payout';
import { type AccountContext, chooseAccount, type Route } from './choose-account';

/** What routing knows when it decides about a payout. */
export interface PayoutRouteContext extends AccountContext {
  readonly payoutsOf: PayoutsOf;
}

type Routed = Extract<Route, { kind: 'routed' }>;
type None = Extract<Route<AccountReason>, { kind: 'none' }>;

/** `step`: the first of the chosen connector. */
export type PayoutRoute = (Routed & { readonly step: PayoutCapability['steps'][number] }) | None;

/** Chooses the account for a payout, and its fallbacks after a definite end. Scores are of payments, and choose nothing here. */
export function choosePayoutRoute(payout: RoutedPayout, context: PayoutRouteContext): PayoutRoute {
  const { inForce, payoutsOf } = context;
  const route = chooseAccount<RoutedPayout, AccountReason>(
    {
      routed: payout,
      accountType: 'payout_processor',
      source: routeSourceOf(payout, inForce?.payout.active),
      defaultOrder: inForce?.payout.defaultOrder ?? null,
      isConnector: (name) => payoutsOf(name) !== undefined,
      judge: accountJudge(payoutFilters(payout, payoutsOf)),
      refusalOf: refusalOfPayout,
    },
    context,
  );
  if (route.kind === 'none') return route;
  const step = payoutAt(route.chosen.connector, payout, payoutsOf)?.steps[0];
  if (step === undefined) throw new InvariantError(`${route.chosen.connector} has no step for a payout that it takes`);
  return { ...route, step };
}
