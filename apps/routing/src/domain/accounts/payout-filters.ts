import type { PaidOut, PayoutCapability } from '@payorch/connectors/catalogue';
import { payoutFits } from '@payorch/connectors/catalogue';
import type { RouteFilter } from '@payorch/contracts';
import { payoutFilterOf } from '@payorch/routing-rules';
import type { RoutedPayout } from '../routed-payout';
import type { AccountFilters } from './account-verdict';

/** What a connector pays out; undefined when no connector has that name. */
export type PayoutsOf = (connector: string) => readonly PayoutCapability[] | undefined;

/** The way in which the connector makes the payout; undefined: it does not make it. */
export const payoutAt = (connector: string, { paid }: RoutedPayout, payoutsOf: PayoutsOf) =>
  payoutsOf(connector)?.find((one) => payoutFits(one, paid));

/** The criteria in the order in which a refusal is named. */
const steps: readonly (readonly [filter: RouteFilter, ...criteria: (keyof PaidOut)[]])[] = [
  ['payment_method', 'payoutType'],
  ['payment_method_type', 'payoutType', 'methodType'],
  ['currency', 'payoutType', 'methodType', 'currency'],
];

function filterOf(ways: readonly PayoutCapability[], paid: PaidOut): RouteFilter | null {
  const refused = steps.find(([, ...names]) => {
    const criteria = Object.fromEntries(names.map((name) => [name, paid[name]]));
    return !ways.some((way) => payoutFits(way, criteria));
  });
  return refused?.[0] ?? null;
}

/** What leaves an account out. */
export const payoutFilters = ({ requested, paid }: RoutedPayout, payoutsOf: PayoutsOf): AccountFilters => ({
  bySettings: (enabled) => payoutFilterOf(enabled, requested),
  byConnector: (connector) => filterOf(payoutsOf(connector) ?? [], paid),
});
