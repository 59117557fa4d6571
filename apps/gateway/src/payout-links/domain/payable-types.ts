import { payoutMethodTypes } from '@payorch/checkout-page';
import { type PayoutForLink, payoutType, type PayoutType } from '@payorch/contracts';
import { definitionOf, isAvailable, payoutCapabilityOf } from '@payorch/connectors/catalogue';
import { namesPayoutMethod, payoutFilterOf, requestedPayouts } from '@payorch/routing-rules';
import type { ListedAccount } from '../../payment-method-list';

/** Whether the account pays out so, by its settings and by its connector. */
function pays(
  { connector, enabled }: ListedAccount,
  { payoutType, methodType }: { readonly payoutType: PayoutType; readonly methodType: string },
  { money, country }: PayoutForLink,
): boolean {
  if (!payoutCapabilityOf(connector, { payoutType, methodType, currency: money.currency })) return false;
  const requested = requestedPayouts({ money, country, cardNetwork: null, payoutType, methodType });
  return payoutFilterOf(enabled, requested) === null;
}

interface Paying {
  readonly accounts: readonly ListedAccount[];
  readonly testConnectors: boolean;
}

/**
 * Where the payout can go of what its page has a form for: what an account of the profile pays to in this currency, and the
 * merchant permits.
 */
export function payableTypes(payout: PayoutForLink, { accounts, testConnectors }: Paying): readonly string[] {
  const { enabled_payment_methods: named } = payout.link.config;
  const usable = accounts.filter(({ profileId, connector }) => {
    const definition = definitionOf(connector);
    return profileId === payout.profileId && definition !== undefined && isAvailable(definition, testConnectors);
  });
  return payoutType.options
    .filter((type) => payout.payoutType === null || payout.payoutType === type)
    .flatMap((type) =>
      payoutMethodTypes[type].filter(
        (methodType) =>
          (named === null || namesPayoutMethod(named, type, [methodType])) &&
          usable.some((account) => pays(account, { payoutType: type, methodType }, payout)),
      ),
    );
}
