import type { JsonObject } from '@payorch/contracts';
import { withKeys } from '../../fields';
import { maskDeep } from '../domain/mask-secret';
import type { MerchantAccount } from '../domain/merchant-account';
import { webhookDetailsView } from '../domain/webhook-details';

const merchantDetailsKeys = [
  'primary_contact_person',
  'primary_phone',
  'primary_email',
  'secondary_contact_person',
  'secondary_phone',
  'secondary_email',
  'website',
  'about_business',
  'address',
  'merchant_tax_registration_id',
] as const;

const addressKeys = [
  'city',
  'country',
  'line1',
  'line2',
  'line3',
  'zip',
  'state',
  'first_name',
  'last_name',
  'origin_zip',
] as const;

function merchantDetailsView(details: JsonObject | null): object | null {
  if (!details) return null;
  const address = details['address'] as JsonObject | null | undefined;
  return withKeys(merchantDetailsKeys, { ...details, address: address ? withKeys(addressKeys, address) : null });
}

const metadataView = (metadata: JsonObject | null): object | null =>
  metadata && { compatible_connector: null, ...metadata };

/** The account in the interface's format and key order. */
export function merchantAccountView({ details, secrets, ...account }: MerchantAccount): object {
  return {
    merchant_id: account.merchantId,
    merchant_name: account.merchantName,
    return_url: details.return_url,
    enable_payment_response_hash: details.enable_payment_response_hash,
    payment_response_hash_key: secrets.payment_response_hash_key,
    redirect_to_merchant_with_http_post: details.redirect_to_merchant_with_http_post,
    merchant_details: merchantDetailsView(details.merchant_details),
    webhook_details: webhookDetailsView(details.webhook_details, secrets.webhook_password),
    payout_routing_algorithm: details.payout_routing_algorithm,
    sub_merchants_enabled: details.sub_merchants_enabled,
    parent_merchant_id: details.parent_merchant_id,
    publishable_key: account.publishableKey,
    metadata: metadataView(details.metadata),
    locker_id: details.locker_id,
    primary_business_details: details.primary_business_details.map(({ country, business }) => ({ country, business })),
    frm_routing_algorithm: details.frm_routing_algorithm,
    organization_id: account.organizationId,
    is_recon_enabled: false,
    default_profile: account.defaultProfileId,
    recon_status: 'not_requested',
    pm_collect_link_config: details.pm_collect_link_config,
    product_type: details.product_type,
    merchant_account_type: account.accountType,
    network_tokenization_credentials: maskDeep(secrets.network_tokenization_credentials ?? null),
  };
}
