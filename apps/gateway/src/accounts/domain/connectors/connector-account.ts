import type { JsonObject, PaymentMethodsEnabled, Refusal } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import { isAvailable } from '@payorch/connectors/catalogue';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { checkNames, plainOrNull, sentOnly, sentOr } from '../../../fields';
import { checkRecipientAccount } from './recipient-account';
import { checkWalletDetails, merchantAtApple, type PublicWalletDetails } from './wallet-details';

/** Settings that are stored and shown unchanged; null until they are sent. */
const echoedKeys = [
  'payment_methods_enabled',
  'metadata',
  'test_mode',
  'frm_configs',
  'business_country',
  'business_label',
  'business_sub_label',
  'pm_auth_config',
] as const;
type EchoedKey = (typeof echoedKeys)[number];

export type ConnectorAccountDetails = { readonly [K in EchoedKey]?: unknown } & {
  readonly payment_methods_enabled?: PaymentMethodsEnabled | null;
  readonly metadata?: JsonObject | null;
};

/** A secret that only a connector worker can open, with the masked copy that responses show. */
export interface SealedSecret {
  readonly sealed: string;
  readonly masked: JsonObject;
}

/**
 * Webhook secrets cannot move money: the gateway may open its own copy to verify a webhook before it stores the
 * webhook.
 */
export interface WebhookSecrets extends SealedSecret {
  /** Sealed with the settings keys; the copy stays in the gateway's schema. Null: stored before the gateway had a copy. */
  readonly gatewaySeal: string | null;
}

/** The secrets of an account besides its credentials. */
export interface ConnectorSecrets {
  readonly webhookSecrets: WebhookSecrets | null;
  readonly merchantData: SealedSecret | null;
  readonly walletDetails: SealedSecret | null;
  /** The public part of the wallet details. */
  readonly publicWalletDetails: PublicWalletDetails | null;
}

export interface ConnectorAccount extends ConnectorSecrets {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly profileId: ProfileId;
  readonly connectorType: string;
  readonly connectorName: string;
  readonly connectorLabel: string;
  readonly status: 'active' | 'inactive';
  readonly disabled: boolean;
  readonly details: ConnectorAccountDetails;
  readonly credentials: SealedSecret;
  /** The host names, in lower case, that Apple verified for the merchant of the wallet details. */
  readonly verifiedDomains: readonly string[];
  /** The processor's endpoint whose secret is the account's webhook secret; null: the merchant set the secret, or there is none. */
  readonly webhookEndpointId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** The fields of a create or update request that the gateway reads; it ignores all others. */
export type ConnectorAccountRequest = { readonly [K in EchoedKey]?: unknown } & {
  readonly connector_type?: string | null;
  readonly connector_name?: string | null;
  readonly connector_label?: string | null;
  readonly profile_id?: string | null;
  readonly connector_account_details?: unknown;
  readonly connector_webhook_details?: {
    readonly merchant_secret: string;
    readonly additional_secret?: string | null;
  } | null;
  readonly additional_merchant_data?: object | null;
  readonly connector_wallets_details?: object | null;
  readonly disabled?: boolean | null;
  readonly status?: string | null;
};

const refuseWith = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });

/** The catalogue's facts about a connector that an account must match. */
export interface ConnectorFacts {
  readonly connectorTypes: readonly string[];
  readonly test: boolean;
}

/** Checks that the connector exists, is enabled here and supports the requested connector type. */
export function checkConnector(
  connectorType: string,
  connector: ConnectorFacts | undefined,
  testConnectors: boolean,
): Refusal | undefined {
  if (!connector) return refuseWith('connector_name', 'Invalid connector name given');
  if (!isAvailable(connector, testConnectors)) return refuseWith('connector_name', 'Invalid connector name');
  return connector.connectorTypes.includes(connectorType)
    ? undefined
    : refuseWith('connector_type', 'Invalid connector type given');
}

const checks: readonly ((sent: ConnectorAccountRequest) => Refusal | undefined)[] = [
  ({ connector_label, business_label, business_sub_label }) =>
    checkNames({
      connector_label,
      business_label: textOf(business_label),
      business_sub_label: textOf(business_sub_label),
    }),
  ({ connector_wallets_details: details }) => checkWalletDetails(plainOrNull(details)),
  ({ additional_merchant_data: data }) => checkRecipientAccount(data),
];

/** Checks of a request except its connector, credentials and metadata. */
export const checkConnectorAccountRequest = (sent: ConnectorAccountRequest): Refusal | undefined =>
  firstRefusal(checks, sent);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export type Activity = Pick<ConnectorAccount, 'status' | 'disabled'>;

/** An inactive account is disabled; a request cannot contradict that, and temporary credentials are never active. */
export function activityOf(
  sent: Pick<ConnectorAccountRequest, 'status' | 'disabled'>,
  authType: string,
  stored?: Activity,
): Activity | Refusal {
  const isTemporary = authType === 'TemporaryAuth';
  if (isTemporary && sent.status === 'active') {
    return refuseWith('status', 'Connector status cannot be active when using TemporaryAuth');
  }
  const requested = sent.status ?? stored?.status ?? 'active';
  const status = isTemporary || requested === 'inactive' ? 'inactive' : 'active';
  if (status === 'active') return { status, disabled: sent.disabled ?? stored?.disabled ?? false };
  if (sent.disabled === false) {
    const message = 'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth';
    return refuseWith('disabled', message);
  }
  return { status, disabled: true };
}

/** The default label: by the named business, else by the profile. */
export function defaultLabel(sent: ConnectorAccountRequest, profileName: string): string {
  const { connector_name: connector, business_country: country, business_label: label, business_sub_label: sub } = sent;
  if (!country || !label) return `${connector}_${profileName}`;
  return [connector, country, label, ...(sub ? [sub] : [])].join('_');
}

export const newConnectorAccount = (
  sent: ConnectorAccountRequest,
  made: Pick<ConnectorAccount, 'merchantId' | 'merchantConnectorId' | 'profileId' | 'credentials'> &
    ConnectorSecrets &
    Activity & { profileName: string; now: Date },
): ConnectorAccount => ({
  merchantId: made.merchantId,
  merchantConnectorId: made.merchantConnectorId,
  profileId: made.profileId,
  connectorType: sent.connector_type ?? '',
  connectorName: sent.connector_name ?? '',
  connectorLabel: sent.connector_label ?? defaultLabel(sent, made.profileName),
  status: made.status,
  disabled: made.disabled,
  details: sentOnly(echoedKeys, sent) as ConnectorAccountDetails,
  credentials: made.credentials,
  webhookSecrets: made.webhookSecrets,
  merchantData: made.merchantData,
  walletDetails: made.walletDetails,
  publicWalletDetails: made.publicWalletDetails,
  verifiedDomains: [],
  webhookEndpointId: null,
  createdAt: made.now,
  modifiedAt: made.now,
});

/** The verified domains under new wallet details: Apple verified them for one merchant, and for no other. */
const domainsUnder = (stored: ConnectorAccount, details: PublicWalletDetails | null): readonly string[] =>
  merchantAtApple(details) === merchantAtApple(stored.publicWalletDetails) ? stored.verifiedDomains : [];

/** The updated account: fields that the request lacks stay. Connector and profile never change. */
export const updatedConnectorAccount = (
  stored: ConnectorAccount,
  sent: ConnectorAccountRequest,
  changed: Activity & ConnectorSecrets & { credentials: SealedSecret | null; now: Date },
): ConnectorAccount => ({
  ...stored,
  connectorType: sentOr(sent.connector_type, stored.connectorType),
  connectorLabel: sentOr(sent.connector_label, stored.connectorLabel),
  status: changed.status,
  disabled: changed.disabled,
  details: { ...stored.details, ...(sentOnly(updatableKeys, sent) as ConnectorAccountDetails) },
  credentials: changed.credentials ?? stored.credentials,
  webhookSecrets: changed.webhookSecrets ?? stored.webhookSecrets,
  merchantData: changed.merchantData ?? stored.merchantData,
  walletDetails: changed.walletDetails ?? stored.walletDetails,
  publicWalletDetails: changed.publicWalletDetails ?? stored.publicWalletDetails,
  verifiedDomains: domainsUnder(stored, changed.publicWalletDetails ?? stored.publicWalletDetails),
  // A secret that the merchant sets is that of another endpoint.
  webhookEndpointId: changed.webhookSecrets ? null : stored.webhookEndpointId,
  modifiedAt: changed.now,
});

const updatableKeys = ['payment_methods_enabled', 'metadata', 'test_mode', 'frm_configs', 'pm_auth_config'] as const;

/** A connector account as a value that lists are filtered by. */
export const accountOption = (
  account: Pick<ConnectorAccount, 'connectorType' | 'connectorLabel' | 'merchantConnectorId'>,
): object => ({
  connector_label: account.connectorLabel,
  merchant_connector_id: account.merchantConnectorId,
  connector_type: account.connectorType,
});
