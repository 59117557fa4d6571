import type { PaymentMethodsEnabled } from '@payorch/contracts';
import type { OrganizationId, ProfileId } from '@payorch/kernel';
import type { ConnectorAccount, MerchantAccount, Profile } from '../../accounts';

/** A connector account that is not disabled. */
export interface ListedAccount {
  readonly profileId: ProfileId;
  readonly connector: string;
  /** null: every payment method that the connector supports. */
  readonly enabled: PaymentMethodsEnabled | null;
}

/** The profile's settings that a list shows or that decide what wallets collect. */
export interface ListedProfile {
  readonly returnUrl: string | null;
  readonly collectsShipping: boolean;
  readonly collectsBilling: boolean;
  readonly alwaysCollectsShipping: boolean;
  readonly alwaysCollectsBilling: boolean;
  readonly hasTaxConnector: boolean;
}

/** The settings of a merchant that lists of payment methods are made of: no secrets. */
export interface ListingSettings {
  readonly merchantName: string | null;
  readonly organizationId: OrganizationId;
  /** In order of creation, as routing tries them. */
  readonly accounts: readonly ListedAccount[];
  /** The same for payouts. */
  readonly payoutAccounts: readonly ListedAccount[];
  readonly profiles: ReadonlyMap<string, ListedProfile>;
}

const profileOf = ({ details }: Profile): ListedProfile => ({
  returnUrl: details.return_url,
  collectsShipping: details.collect_shipping_details_from_wallet_connector,
  collectsBilling: details.collect_billing_details_from_wallet_connector,
  alwaysCollectsShipping: details.always_collect_shipping_details_from_wallet_connector === true,
  alwaysCollectsBilling: details.always_collect_billing_details_from_wallet_connector === true,
  hasTaxConnector: details.is_tax_connector_enabled,
});

const listed = (
  accounts: readonly ConnectorAccount[],
  type: ConnectorAccount['connectorType'],
): readonly ListedAccount[] =>
  accounts
    .filter(({ connectorType, disabled }) => connectorType === type && !disabled)
    .map(({ profileId, connectorName, details }) => ({
      profileId,
      connector: connectorName,
      enabled: details.payment_methods_enabled ?? null,
    }));

export const listingSettingsOf = (
  { merchantName, organizationId }: Pick<MerchantAccount, 'merchantName' | 'organizationId'>,
  accounts: readonly ConnectorAccount[],
  profiles: readonly Profile[],
): ListingSettings => ({
  merchantName,
  organizationId,
  accounts: listed(accounts, 'payment_processor'),
  payoutAccounts: listed(accounts, 'payout_processor'),
  profiles: new Map(profiles.map((profile) => [profile.profileId, profileOf(profile)])),
});
