import type { PaidOut } from '@payorch/connectors/catalogue';
import type { DataOf, RequestedMethod, routePayoutRequest } from '@payorch/contracts';
import type { PayoutAttemptId } from '@payorch/kernel';
import { requestedPayouts } from '@payorch/routing-rules';
import type { Routable } from './route-source';

export type PayoutRouteRequest = DataOf<typeof routePayoutRequest>;

/** The fields of a payout that routing reads; no other field affects the route. */
export interface RoutedPayout extends Routable {
  readonly attemptId: PayoutAttemptId;
  /** As connectors know it. */
  readonly paid: PaidOut;
  /** As the settings of accounts name it: each of these names enables it. */
  readonly requested: readonly RequestedMethod[];
}

export function routedPayoutOf({ operation, straightThrough, facts }: PayoutRouteRequest): RoutedPayout {
  const { payoutAttemptId, money, payoutType, payoutMethodType, card, billingCountry } = operation;
  return {
    attemptId: payoutAttemptId,
    facts: facts ?? { values: {} },
    straightThrough,
    paid: { payoutType, methodType: payoutMethodType, currency: money.currency },
    requested: requestedPayouts({
      money,
      payoutType,
      methodType: payoutMethodType,
      cardNetwork: card?.network ?? null,
      country: billingCountry,
    }),
  };
}
