import type { Outgoing } from '@payorch/contracts';
import {
  connectorAccountSettings,
  dataKeySettings,
  inlineCredentialsSettings,
  merchantRulesSettings,
  merchantSettings,
  outgoing,
  profileSettings,
  routingSettings,
} from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { type DataKeys, lookupVersion, type WrappedDataKey } from '@payorch/platform/sealing';
import type { ConnectorAccount } from './domain/connectors/connector-account';
import type { StoredCredentials } from './domain/connectors/inline-credentials';
import type { MerchantAccount } from './domain/merchant-account';
import { authenticationOf } from './domain/authentication-connectors';
import { hasRules, type MerchantRules, noRules } from './domain/merchant-rules';
import { blockingOf } from './domain/payment-method-blocking';
import type { Profile } from './domain/profile';
import { messageStateOf, noRouting, type StoredRouting } from './domain/routing-state';
import type { SealedProfileSecrets } from './persistence/profile-secrets';

/** The current state of a merchant account, which every service stores. */
export const merchantMessage = (account: MerchantAccount, deleted = false): Outgoing =>
  outgoing(merchantSettings, {
    merchantId: account.merchantId,
    accountVersion: account.accountVersion,
    updatedAt: account.modifiedAt.toISOString(),
    organizationId: account.organizationId,
    merchantName: account.merchantName,
    publishableKey: account.publishableKey,
    defaultProfileId: account.defaultProfileId,
    blocklistGuard: account.blocklistGuard,
    ...(account.platformMerchantId !== null && { customersOf: account.platformMerchantId }),
    deleted,
  });

/** The lookup key of a new merchant, and its first key that seals. */
export const firstDataKeys = (keys: DataKeys, merchantId: MerchantId): WrappedDataKey[] =>
  [lookupVersion, lookupVersion + 1].map((version) => keys.create(merchantId, version));

/** The merchant's data keys, all of them. */
export const dataKeysMessage = (
  merchantId: MerchantId,
  accountVersion: number,
  keys: readonly WrappedDataKey[],
): Outgoing =>
  outgoing(dataKeySettings, {
    merchantId,
    accountVersion,
    updatedAt: new Date().toISOString(),
    keys: keys.map((key) => ({ ...key })),
  });

const webhookOf = ({ details: { webhook_details: webhook } }: Profile) =>
  webhook?.webhook_url
    ? {
        url: webhook.webhook_url,
        paymentStatuses: [...(webhook.payment_statuses_enabled ?? [])],
        refundStatuses: [...(webhook.refund_statuses_enabled ?? [])],
        payoutStatuses: [...(webhook.payout_statuses_enabled ?? [])],
      }
    : null;

const externalTaxOf = ({ details: { is_tax_connector_enabled: isEnabled, tax_connector_id: id } }: Profile) =>
  isEnabled ? { connectorId: typeof id === 'string' ? id : null } : null;

/** The contracts of the default acquirer; few profiles have one. */
function acquirersOf({ acquirers: { defaultId, buckets } }: Profile) {
  const contracts = buckets.find(({ id }) => id === defaultId)?.configs ?? [];
  if (contracts.length === 0) return {};
  return {
    acquirers: contracts.map(({ network, acquirer_country_code: countryCode, acquirer_fraud_rate: fraudRate }) => ({
      network,
      countryCode,
      fraudRate,
    })),
  };
}

/** Few profiles have an endpoint besides their own address. */
function endpointsOf({ webhookEndpoints }: Profile) {
  if (webhookEndpoints.length === 0) return {};
  return {
    webhookEndpoints: webhookEndpoints.map(({ endpoint_id: endpointId, url, event_types: types }) => ({
      endpointId,
      url,
      eventTypes: types && types.length > 0 ? [...types] : null,
    })),
  };
}

/** Few profiles have their disputes read. An interval of before it was checked may be none. */
const pollingOf = ({ details: { dispute_polling_interval: hours } }: Profile) =>
  typeof hours === 'number' && hours >= 1 ? { disputePollingHours: hours } : {};

export const profileMessage = (
  profile: Profile,
  sealed: SealedProfileSecrets,
  accountVersion: number,
  deleted = false,
): Outgoing =>
  outgoing(profileSettings, {
    merchantId: profile.merchantId,
    accountVersion,
    updatedAt: profile.modifiedAt.toISOString(),
    profileId: profile.profileId,
    profileName: profile.profileName,
    returnUrl: profile.details.return_url,
    webhook: webhookOf(profile),
    sealedResponseHashKey: sealed.responseHashKey,
    sealedWebhookHeaders: sealed.webhookHeaders,
    ...endpointsOf(profile),
    sealedWebhookSecrets: sealed.webhookSecrets,
    sessionExpirySeconds: profile.details.session_expiry,
    intentFulfillmentSeconds: profile.details.intent_fulfillment_time,
    autoRetries: profile.details.is_auto_retries_enabled,
    maxAutoRetries: Number(profile.details.max_auto_retries_enabled ?? 0),
    manualRetry: profile.details.is_manual_retry_enabled === true,
    useBillingAsPaymentMethodBilling: profile.details.use_billing_as_payment_method_billing,
    iframeRedirection: profile.details.is_iframe_redirection_enabled === true,
    force3dsChallenge: profile.details.force_3ds_challenge,
    alwaysEnableOvercapture: profile.details.always_enable_overcapture === true,
    connectorAgnosticMit: profile.details.is_connector_agnostic_mit_enabled === true,
    networkTokens: profile.details.is_network_tokenization_enabled,
    clearPanRetries: profile.details.is_clear_pan_retries_enabled,
    levelThreeData: profile.details.is_l2_l3_enabled === true,
    externalTax: externalTaxOf(profile),
    authentication: authenticationOf(profile),
    ...acquirersOf(profile),
    ...pollingOf(profile),
    paymentMethodBlocking: blockingOf(profile),
    deleted,
  });

const noSecrets: SealedProfileSecrets = {
  responseHashKey: null,
  webhookHeaders: null,
  webhookPassword: null,
  networkTokens: null,
  webhookSecrets: null,
};

/** A deleted profile: its last state without its secrets. */
export const deletedProfileMessage = (profile: Profile, accountVersion: number): Outgoing =>
  profileMessage(profile, noSecrets, accountVersion, true);

export const connectorAccountMessage = (account: ConnectorAccount, accountVersion: number, deleted = false): Outgoing =>
  outgoing(connectorAccountSettings, {
    merchantId: account.merchantId,
    accountVersion,
    updatedAt: account.modifiedAt.toISOString(),
    profileId: account.profileId,
    merchantConnectorId: account.merchantConnectorId,
    connector: account.connectorName,
    connectorType: account.connectorType,
    connectorLabel: account.connectorLabel,
    disabled: account.disabled,
    paymentMethodsEnabled: account.details.payment_methods_enabled ?? null,
    sealedCredentials: account.credentials.sealed,
    sealedWebhookSecrets: account.webhookSecrets?.sealed ?? null,
    metadata: account.details.metadata ?? null,
    createdAt: account.createdAt.toISOString(),
    deleted,
  });

/** A deleted account: its last state without its secrets. */
export const deletedConnectorAccountMessage = (account: ConnectorAccount, accountVersion: number): Outgoing =>
  connectorAccountMessage(
    { ...account, details: {}, credentials: { ...account.credentials, sealed: '' }, webhookSecrets: null },
    accountVersion,
    true,
  );

export const inlineCredentialsMessage = (
  stored: StoredCredentials,
  accountVersion: number,
  deleted = false,
): Outgoing =>
  outgoing(inlineCredentialsSettings, {
    merchantId: stored.merchantId,
    accountVersion,
    updatedAt: new Date().toISOString(),
    merchantConnectorId: stored.merchantConnectorId,
    connector: stored.connectorName,
    sealedCredentials: stored.sealed,
    metadata: stored.metadata,
    deleted,
  });

/** Deleted inline credentials: without the secrets. */
export const deletedInlineCredentialsMessage = (stored: StoredCredentials, accountVersion: number): Outgoing =>
  inlineCredentialsMessage({ ...stored, sealed: '', metadata: null }, accountVersion, true);

/** The rules of a merchant, all of them; without any, they are deleted. */
export const merchantRulesMessage = (merchantId: MerchantId, accountVersion: number, rules: MerchantRules): Outgoing =>
  outgoing(merchantRulesSettings, {
    merchantId,
    accountVersion,
    updatedAt: new Date().toISOString(),
    ...rules,
    deleted: !hasRules(rules),
  });

export const deletedMerchantRulesMessage = (merchantId: MerchantId, accountVersion: number): Outgoing =>
  merchantRulesMessage(merchantId, accountVersion, noRules);

/** How a profile routes, with what it replaced. */
export const routingMessage = (stored: StoredRouting, deleted = false): Outgoing =>
  outgoing(routingSettings, {
    merchantId: stored.merchantId,
    accountVersion: stored.accountVersion,
    updatedAt: stored.updatedAt.toISOString(),
    profileId: stored.profileId,
    ...messageStateOf(stored.state),
    before: stored.before,
    deleted,
  });

/** The routing settings of a deleted profile: without algorithms. */
export const deletedRoutingMessage = (stored: StoredRouting, accountVersion: number): Outgoing =>
  routingMessage({ ...stored, state: noRouting, before: null, accountVersion }, true);
