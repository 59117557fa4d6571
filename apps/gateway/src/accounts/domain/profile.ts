import type { Json, JsonObject, Refusal, WebhookSecrets } from '@payorch/contracts';
import { firstRefusal, isRefusal, refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { EgressPolicy } from '@payorch/platform/egress';
import type { ExtendedCardInfoConfig } from '@payorch/rest';
import { checkMerchantUrls, orNull, plainOrNull, sentOnly, sentOr } from '../../fields';
import { readPayoutLinkConfig, readProfileLinkConfig } from '../../payment-links';
import { checkAuthenticationConnectors } from './authentication-connectors';
import { readPublicKey } from './card-info-key';
import type { MerchantAccount } from './merchant-account';
import { checkMerchantCountry } from './merchant-country';
import { noAcquirers, type Acquirers } from './profile-acquirer';
import { checkRoutingAlgorithm } from './routing-algorithm';
import {
  type WebhookDetails,
  type WebhookDetailsRequest,
  checkWebhookDetails,
  mergeWebhookDetails,
} from './webhook-details';
import { rotatedSecrets, type WebhookEndpoint } from './webhook-endpoint';

/** Settings that are stored unchanged and shown where the interface shows them; null until they are sent. */
export const echoedKeys = [
  'metadata',
  'frm_routing_algorithm',
  'payout_routing_algorithm',
  'applepay_verified_domains',
  'payment_link_config',
  'authentication_connector_details',
  'always_collect_shipping_details_from_wallet_connector',
  'always_collect_billing_details_from_wallet_connector',
  'is_connector_agnostic_mit_enabled',
  'is_extended_card_info_enabled',
  'extended_card_info_config',
  'payout_link_config',
  'tax_connector_id',
  'max_auto_retries_enabled',
  'always_request_extended_authorization',
  'authentication_product_ids',
  'merchant_business_country',
  'is_iframe_redirection_enabled',
  'merchant_category_code',
  'merchant_country_code',
  'dispute_polling_interval',
  'is_manual_retry_enabled',
  'always_enable_overcapture',
  'external_vault_connector_details',
  'billing_processor_id',
  'surcharge_connector_details',
  'payment_method_blocking',
] as const;

const cardTestingGuard = {
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 3600,
  guest_ip_blocking_status: 'disabled',
  guest_ip_blocking_threshold: 10,
};

/** Settings with a default value. */
export const profileDefaults = {
  intent_fulfillment_time: 900,
  session_expiry: 900,
  use_billing_as_payment_method_billing: true,
  collect_shipping_details_from_wallet_connector: false,
  collect_billing_details_from_wallet_connector: false,
  is_tax_connector_enabled: false,
  is_network_tokenization_enabled: false,
  is_auto_retries_enabled: false,
  is_click_to_pay_enabled: false,
  card_testing_guard_config: cardTestingGuard,
  is_clear_pan_retries_enabled: false,
  force_3ds_challenge: false,
  is_debit_routing_enabled: false,
  is_pre_network_tokenization_enabled: false,
  is_external_vault_enabled: 'skip',
  is_l2_l3_enabled: false,
};

type EchoedKey = (typeof echoedKeys)[number];
type DefaultedKey = keyof typeof profileDefaults;
const defaultedKeys = Object.keys(profileDefaults) as DefaultedKey[];

/** The details of a profile besides ids and secrets, with the interface's field names. */
export type ProfileDetails = typeof profileDefaults & { readonly [K in EchoedKey]?: Json | undefined } & {
  readonly return_url: string | null;
  readonly enable_payment_response_hash: boolean;
  readonly redirect_to_merchant_with_http_post: boolean;
  readonly webhook_details: WebhookDetails | null;
};

export interface ProfileSecrets {
  readonly payment_response_hash_key: string | null;
  readonly webhook_password: string | null;
  readonly outgoing_webhook_custom_http_headers: Readonly<Record<string, string>> | null;
  readonly network_tokenization_credentials: JsonObject | null;
  /** By endpoint; that of the profile's own address has the profile's id. */
  readonly webhook_secrets: WebhookSecrets | null;
}

export interface Profile {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly profileName: string;
  readonly details: ProfileDetails;
  readonly secrets: ProfileSecrets;
  readonly acquirers: Acquirers;
  /** Oldest first. */
  readonly webhookEndpoints: readonly WebhookEndpoint[];
  readonly modifiedAt: Date;
}

/** The fields of a create or update request that the gateway reads; it ignores all others. */
export type ProfileRequest = { readonly [K in EchoedKey | DefaultedKey]?: unknown } & {
  readonly profile_name?: string | null;
  readonly return_url?: string | null;
  readonly webhook_details?: WebhookDetailsRequest | null;
  readonly enable_payment_response_hash?: boolean | null;
  readonly payment_response_hash_key?: string | null;
  readonly redirect_to_merchant_with_http_post?: boolean | null;
  readonly routing_algorithm?: unknown;
  readonly outgoing_webhook_custom_http_headers?: object | null;
  readonly network_tokenization_credentials?: object | null;
};

const longestTtlSeconds = 7_200;
const sessionText = 'session_expiry should be between 60(1 min) to 7890000(3 months).';
const pollingText = 'dispute_polling_interval should be between 1 and 720 hours.';
const fulfillmentText = 'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).';

type Check = (sent: ProfileRequest, egress: EgressPolicy) => Refusal | undefined;

const within =
  (
    field: 'session_expiry' | 'intent_fulfillment_time' | 'dispute_polling_interval',
    low: number,
    high: number,
    message: string,
  ): Check =>
  ({ [field]: value }) =>
    typeof value === 'number' && (value < low || value > high)
      ? refuse('invalid_request', { message, path: field })
      : undefined;

/** Refuses header names and values that could break out of their line in an outgoing request (S7, S10). */
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e]{0,1000}$/;

function checkWebhookHeaders(headers: object | null | undefined): Refusal | undefined {
  const isFine = Object.entries(headers ?? {}).every(
    ([name, value]) => headerName.test(name) && typeof value === 'string' && headerValue.test(value),
  );
  if (isFine) return undefined;
  return refuse('invalid_format', { field: 'outgoing_webhook_custom_http_headers', expected: 'a map of HTTP headers' });
}

/** Refuses a setting that this service does not support: payments would be charged differently than the merchant expects. */
const refuseNotServed = ({ surcharge_connector_details: details }: ProfileRequest): Refusal | undefined =>
  details === null || details === undefined
    ? undefined
    : refuse('not_implemented', {
        message: 'surcharge_connector_details is not implemented',
        path: 'surcharge_connector_details',
      });

/** A key that cannot encrypt would store nothing, while the merchant expects the cards. */
function checkCardInfoConfig(sent: unknown): Refusal | undefined {
  if (sent === null || sent === undefined) return undefined;
  const { public_key: publicKey, ttl_in_secs: ttl } = sent as ExtendedCardInfoConfig;
  const field = 'extended_card_info_config';
  const keys = 'a public RSA key that can encrypt, as PEM';
  if (readPublicKey(publicKey) === undefined)
    return refuse('value_not_allowed', { field: `${field}.public_key`, allowed: keys });
  if ((ttl ?? 0) <= longestTtlSeconds) return undefined;
  return refuse('value_not_allowed', { field: `${field}.ttl_in_secs`, allowed: `at most ${longestTtlSeconds}` });
}

/** What the profile says of its links becomes part of pages that take card numbers. */
const refusalIn = (config: object | null | Refusal): Refusal | undefined =>
  config && isRefusal(config) ? config : undefined;

/** In the interface's order: the first refusal is the response. */
const checks: readonly Check[] = [
  within('session_expiry', 60, 7_890_000, sessionText),
  within('intent_fulfillment_time', 60, 1_800, fulfillmentText),
  within('dispute_polling_interval', 1, 720, pollingText),
  ({ return_url }) => checkMerchantUrls({ return_url }),
  ({ webhook_details: details }, egress) => checkWebhookDetails(details, egress),
  ({ routing_algorithm: algorithm }) => checkRoutingAlgorithm(algorithm),
  ({ merchant_country_code: code }) => checkMerchantCountry(code),
  ({ outgoing_webhook_custom_http_headers: headers }) => checkWebhookHeaders(headers),
  ({ extended_card_info_config: config }) => checkCardInfoConfig(config),
  ({ authentication_connector_details: details }) => checkAuthenticationConnectors(details),
  ({ payment_link_config: config }) => refusalIn(readProfileLinkConfig(config)),
  ({ payout_link_config: config }) => refusalIn(readPayoutLinkConfig(config)),
  refuseNotServed,
];

/** Checks that need no stored data. */
export const checkProfileRequest = (sent: ProfileRequest, egress: EgressPolicy): Refusal | undefined =>
  firstRefusal(checks, sent, egress);

const headersOf = (sent: ProfileRequest): Record<string, string> | null =>
  sent.outgoing_webhook_custom_http_headers
    ? ({ ...sent.outgoing_webhook_custom_http_headers } as Record<string, string>)
    : null;

/** A new profile inherits from the account what the request lacks. */
export function newProfile(
  sent: ProfileRequest,
  account: MerchantAccount,
  made: { profileId: ProfileId; now: Date },
): Profile {
  const inherited = account.details;
  return {
    merchantId: account.merchantId,
    profileId: made.profileId,
    profileName: sent.profile_name ?? 'default',
    details: {
      ...profileDefaults,
      ...(sentOnly(['frm_routing_algorithm', 'payout_routing_algorithm'], inherited) as Partial<ProfileDetails>),
      ...(sentOnly([...echoedKeys, ...defaultedKeys], sent) as Partial<ProfileDetails>),
      return_url: sentOr(sent.return_url, inherited.return_url),
      webhook_details: sent.webhook_details
        ? mergeWebhookDetails(null, sent.webhook_details)
        : inherited.webhook_details,
      enable_payment_response_hash: sentOr(sent.enable_payment_response_hash, inherited.enable_payment_response_hash),
      redirect_to_merchant_with_http_post: sentOr(
        sent.redirect_to_merchant_with_http_post,
        inherited.redirect_to_merchant_with_http_post,
      ),
    },
    secrets: {
      payment_response_hash_key: sentOr(sent.payment_response_hash_key, account.secrets.payment_response_hash_key),
      webhook_password: sent.webhook_details
        ? orNull(sent.webhook_details.webhook_password)
        : account.secrets.webhook_password,
      outgoing_webhook_custom_http_headers: headersOf(sent),
      network_tokenization_credentials: plainOrNull(sent.network_tokenization_credentials),
      webhook_secrets: null,
    },
    acquirers: noAcquirers,
    webhookEndpoints: [],
    modifiedAt: made.now,
  };
}

/** A replaced hash key signs webhooks beside the new one for a day. */
function secretsAfter({ profileId, secrets }: Profile, sent: ProfileRequest, now: Date): WebhookSecrets | null {
  const { payment_response_hash_key: before, webhook_secrets: stored } = secrets;
  const after = sentOr(sent.payment_response_hash_key, before);
  return after === before ? stored : { ...stored, [profileId]: rotatedSecrets(null, before, now) };
}

/** The updated profile: fields that the request lacks stay, webhook details field by field. */
export function updatedProfile(stored: Profile, sent: ProfileRequest, now: Date): Profile {
  const { details, secrets } = stored;
  return {
    ...stored,
    profileName: sentOr(sent.profile_name, stored.profileName),
    details: {
      ...details,
      ...(sentOnly([...echoedKeys, ...defaultedKeys], sent) as Partial<ProfileDetails>),
      return_url: sentOr(sent.return_url, details.return_url),
      webhook_details: sent.webhook_details
        ? mergeWebhookDetails(details.webhook_details, sent.webhook_details)
        : details.webhook_details,
      enable_payment_response_hash: sentOr(sent.enable_payment_response_hash, details.enable_payment_response_hash),
      redirect_to_merchant_with_http_post: sentOr(
        sent.redirect_to_merchant_with_http_post,
        details.redirect_to_merchant_with_http_post,
      ),
    },
    secrets: {
      payment_response_hash_key: sentOr(sent.payment_response_hash_key, secrets.payment_response_hash_key),
      webhook_password: sentOr(sent.webhook_details?.webhook_password, secrets.webhook_password),
      outgoing_webhook_custom_http_headers: headersOf(sent) ?? secrets.outgoing_webhook_custom_http_headers,
      network_tokenization_credentials:
        plainOrNull(sent.network_tokenization_credentials) ?? secrets.network_tokenization_credentials,
      webhook_secrets: secretsAfter(stored, sent, now),
    },
    modifiedAt: now,
  };
}
