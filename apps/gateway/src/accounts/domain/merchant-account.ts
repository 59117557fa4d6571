import type { Json, JsonObject, Refusal } from '@payorch/contracts';
import { firstRefusal, isRefusal, refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import type { EgressPolicy } from '@payorch/platform/egress';
import type { AccountType } from '../../auth';
import { checkMerchantUrls, orNull, plainOrNull, sentOr } from '../../fields';
import { readCollectLinkConfig } from '../../payment-links';
import {
  type WebhookDetails,
  type WebhookDetailsRequest,
  checkWebhookDetails,
  openWebhookDetails,
} from './webhook-details';

export interface PrimaryBusinessDetails {
  readonly country: string;
  readonly business: string;
}

/** The details of a merchant account besides ids and secrets, with the interface's field names. */
export interface MerchantAccountDetails {
  readonly return_url: string | null;
  readonly webhook_details: WebhookDetails | null;
  readonly merchant_details: JsonObject | null;
  readonly enable_payment_response_hash: boolean;
  readonly redirect_to_merchant_with_http_post: boolean;
  readonly payout_routing_algorithm: Json;
  readonly frm_routing_algorithm: Json;
  readonly sub_merchants_enabled: boolean | null;
  readonly parent_merchant_id: string | null;
  readonly metadata: JsonObject | null;
  readonly locker_id: string | null;
  readonly primary_business_details: readonly PrimaryBusinessDetails[];
  readonly pm_collect_link_config: Json;
  readonly product_type: string | null;
}

/** The gateway reads these secrets itself, so its own key seals them. */
export interface MerchantAccountSecrets {
  readonly payment_response_hash_key: string | null;
  readonly webhook_password: string | null;
  readonly network_tokenization_credentials: JsonObject | null;
}

export interface MerchantAccount {
  readonly merchantId: MerchantId;
  readonly organizationId: OrganizationId;
  /** It never changes. */
  readonly accountType: AccountType;
  /** Of a connected account: the platform, whose customers it shares. It never changes. */
  readonly platformMerchantId: MerchantId | null;
  readonly merchantName: string | null;
  readonly publishableKey: string;
  readonly defaultProfileId: ProfileId | null;
  readonly accountVersion: number;
  /** Whether the merchant's blocklist applies. */
  readonly blocklistGuard: boolean;
  readonly details: MerchantAccountDetails;
  readonly secrets: MerchantAccountSecrets;
  readonly modifiedAt: Date;
}

/** The fields of a create or update request that the gateway reads; it ignores all others. */
export interface MerchantAccountRequest {
  readonly merchant_name?: string | null;
  readonly merchant_details?: object | null;
  readonly return_url?: string | null;
  readonly webhook_details?: WebhookDetailsRequest | null;
  readonly payout_routing_algorithm?: unknown;
  readonly sub_merchants_enabled?: boolean | null;
  readonly parent_merchant_id?: string | null;
  readonly enable_payment_response_hash?: boolean | null;
  readonly payment_response_hash_key?: string | null;
  readonly redirect_to_merchant_with_http_post?: boolean | null;
  readonly metadata?: object | null;
  readonly locker_id?: string | null;
  readonly primary_business_details?: readonly PrimaryBusinessDetails[] | null;
  readonly frm_routing_algorithm?: unknown;
  readonly pm_collect_link_config?: unknown;
  readonly product_type?: string | null;
  readonly merchant_account_type?: AccountType | null;
  readonly network_tokenization_credentials?: object | null;
}

type Check = (sent: MerchantAccountRequest, egress: EgressPolicy) => Refusal | undefined;

const checkParent: Check = ({ sub_merchants_enabled: isSub, parent_merchant_id: parent }) => {
  if (!isSub || parent) return undefined;
  const message = 'If `sub_merchants_enabled` is `true`, then `parent_merchant_id` is mandatory';
  return refuse('precondition_failed', { message, path: 'parent_merchant_id' });
};

/** What the account says of its collect links becomes part of pages that take card numbers. */
function checkCollectLinks(sent: unknown): Refusal | undefined {
  const config = readCollectLinkConfig(sent);
  return isRefusal(config) ? config : undefined;
}

/** In the interface's order: the first refusal is the response. */
const checks: readonly Check[] = [
  checkParent,
  ({ return_url }) => checkMerchantUrls({ return_url }),
  ({ webhook_details: details }, egress) => checkWebhookDetails(details, egress),
  ({ pm_collect_link_config: config }) => checkCollectLinks(config),
];

/** Checks that need no stored data. */
export const checkMerchantAccountRequest = (sent: MerchantAccountRequest, egress: EgressPolicy): Refusal | undefined =>
  firstRefusal(checks, sent, egress);

const json = (value: unknown): Json => (value ?? null) as Json;

/** `hashKey` is the default where the request has none. */
export function newMerchantAccount(
  sent: MerchantAccountRequest,
  made: {
    merchantId: MerchantId;
    organizationId: OrganizationId;
    accountType: AccountType;
    platformMerchantId: MerchantId | null;
    publishableKey: string;
    hashKey: string;
    now: Date;
  },
): MerchantAccount {
  return {
    merchantId: made.merchantId,
    organizationId: made.organizationId,
    accountType: made.accountType,
    platformMerchantId: made.platformMerchantId,
    merchantName: orNull(sent.merchant_name),
    publishableKey: made.publishableKey,
    defaultProfileId: null,
    accountVersion: 1,
    blocklistGuard: false,
    details: {
      return_url: orNull(sent.return_url),
      webhook_details: sent.webhook_details ? openWebhookDetails(sent.webhook_details) : null,
      merchant_details: orNull(sent.merchant_details) as JsonObject | null,
      enable_payment_response_hash: sent.enable_payment_response_hash ?? true,
      redirect_to_merchant_with_http_post: sent.redirect_to_merchant_with_http_post ?? false,
      payout_routing_algorithm: json(sent.payout_routing_algorithm),
      frm_routing_algorithm: json(sent.frm_routing_algorithm),
      sub_merchants_enabled: orNull(sent.sub_merchants_enabled),
      parent_merchant_id: sent.sub_merchants_enabled ? orNull(sent.parent_merchant_id) : null,
      metadata: orNull(sent.metadata) as JsonObject | null,
      locker_id: orNull(sent.locker_id),
      primary_business_details: sent.primary_business_details ?? [],
      pm_collect_link_config: json(sent.pm_collect_link_config),
      product_type: sent.product_type ?? 'orchestration',
    },
    secrets: {
      payment_response_hash_key: sent.payment_response_hash_key ?? made.hashKey,
      webhook_password: orNull(sent.webhook_details?.webhook_password),
      network_tokenization_credentials: plainOrNull(sent.network_tokenization_credentials),
    },
    modifiedAt: made.now,
  };
}

/** The updated account: fields that the request lacks stay. The caller has looked up `defaultProfileId`. */
export function updatedMerchantAccount(
  stored: MerchantAccount,
  sent: MerchantAccountRequest,
  changed: { defaultProfileId: ProfileId | null; now: Date },
): MerchantAccount {
  const { details, secrets } = stored;
  return {
    ...stored,
    merchantName: sentOr(sent.merchant_name, stored.merchantName),
    defaultProfileId: changed.defaultProfileId ?? stored.defaultProfileId,
    details: {
      return_url: sentOr(sent.return_url, details.return_url),
      webhook_details: sent.webhook_details ? openWebhookDetails(sent.webhook_details) : details.webhook_details,
      merchant_details: sentOr(sent.merchant_details, details.merchant_details) as JsonObject | null,
      enable_payment_response_hash: sentOr(sent.enable_payment_response_hash, details.enable_payment_response_hash),
      redirect_to_merchant_with_http_post: sentOr(
        sent.redirect_to_merchant_with_http_post,
        details.redirect_to_merchant_with_http_post,
      ),
      payout_routing_algorithm: sentOr(json(sent.payout_routing_algorithm), details.payout_routing_algorithm),
      frm_routing_algorithm: sentOr(json(sent.frm_routing_algorithm), details.frm_routing_algorithm),
      sub_merchants_enabled: sentOr(sent.sub_merchants_enabled, details.sub_merchants_enabled),
      parent_merchant_id: sentOr(sent.parent_merchant_id, details.parent_merchant_id),
      metadata: sentOr(sent.metadata, details.metadata) as JsonObject | null,
      locker_id: sentOr(sent.locker_id, details.locker_id),
      primary_business_details: sentOr(sent.primary_business_details, details.primary_business_details),
      pm_collect_link_config: sentOr(json(sent.pm_collect_link_config), details.pm_collect_link_config),
      product_type: details.product_type,
    },
    secrets: {
      payment_response_hash_key: sentOr(sent.payment_response_hash_key, secrets.payment_response_hash_key),
      webhook_password: sent.webhook_details ? orNull(sent.webhook_details.webhook_password) : secrets.webhook_password,
      network_tokenization_credentials:
        plainOrNull(sent.network_tokenization_credentials) ?? secrets.network_tokenization_credentials ?? null,
    },
    modifiedAt: changed.now,
  };
}
