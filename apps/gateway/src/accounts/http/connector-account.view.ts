import { withKeys } from '../../fields';
import type { ConnectorAccount } from '../domain/connectors/connector-account';

const typeKeys = [
  'payment_method_type',
  'payment_experience',
  'card_networks',
  'accepted_currencies',
  'accepted_countries',
  'minimum_amount',
  'maximum_amount',
  'recurring_enabled',
  'installment_payment_enabled',
] as const;

const methodsView = ({ details }: ConnectorAccount): object | null =>
  details.payment_methods_enabled?.map(({ payment_method, payment_method_types }) => ({
    payment_method,
    payment_method_types: payment_method_types?.map((type) => withKeys(typeKeys, type)) ?? null,
  })) ?? null;

const named = (account: ConnectorAccount): object => ({
  connector_type: account.connectorType,
  connector_name: account.connectorName,
  connector_label: account.connectorLabel,
  merchant_connector_id: account.merchantConnectorId,
  profile_id: account.profileId,
});

const business = ({ details, verifiedDomains }: ConnectorAccount): object => ({
  frm_configs: details.frm_configs ?? null,
  business_country: details.business_country ?? null,
  business_label: details.business_label ?? null,
  business_sub_label: details.business_sub_label ?? null,
  applepay_verified_domains: verifiedDomains.length > 0 ? verifiedDomains : null,
  pm_auth_config: details.pm_auth_config ?? null,
});

/** The account in the interface's format, with masked copies of its secrets. */
export const connectorAccountView = (account: ConnectorAccount): object => ({
  ...named(account),
  connector_account_details: account.credentials.masked,
  payment_methods_enabled: methodsView(account),
  connector_webhook_details: account.webhookSecrets?.masked ?? null,
  metadata: account.details.metadata ?? null,
  test_mode: account.details.test_mode ?? null,
  disabled: account.disabled,
  ...business(account),
  status: account.status,
  additional_merchant_data: account.merchantData?.masked ?? null,
  connector_wallets_details: account.walletDetails?.masked ?? null,
  webhook_setup_capabilities: null,
});

/** A list entry: without credentials, metadata, webhook and wallet details. */
export const connectorAccountListView = (account: ConnectorAccount): object => ({
  ...named(account),
  payment_methods_enabled: methodsView(account),
  test_mode: account.details.test_mode ?? null,
  disabled: account.disabled,
  ...business(account),
  status: account.status,
});
