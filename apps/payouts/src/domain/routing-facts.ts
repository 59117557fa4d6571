import type { RoutingSettings } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { payoutFactsFor } from '@payorch/routing-rules';
import type { Attempt } from './attempt';
import type { Payout } from './payout';

/** What an attempt is routed by, as it is when it begins: a repeated request has the same. */
export function routedBy(
  { fields, destination }: Payout,
  routing: RoutingSettings | undefined,
): Pick<Attempt, 'routingVersion' | 'routingFacts'> {
  const by = { straightThrough: fields.straightThrough, active: routing?.payout.active };
  const routingFacts =
    destination &&
    payoutFactsFor(by, {
      money: fields.money,
      payoutType: destination.type,
      payoutMethodType: destination.methodType,
      card: destination.card,
      billingCountry: countryOf(fields.billing),
      businessCountry: fields.businessCountry,
      businessLabel: fields.businessLabel,
      metadata: fields.metadata,
    });
  return { ...(routing && { routingVersion: routing.accountVersion }), ...(routingFacts && { routingFacts }) };
}
