import { withKeys } from '../../fields';
import { maskDeep, maskValues } from '../domain/mask-secret';
import type { Profile } from '../domain/profile';
import { acquirersView } from '../domain/profile-acquirer';
import { webhookDetailsView } from '../domain/webhook-details';

/** Every key of a profile, in the interface's order. */
const shownKeys = [
  'merchant_id',
  'profile_id',
  'profile_name',
  'return_url',
  'enable_payment_response_hash',
  'payment_response_hash_key',
  'redirect_to_merchant_with_http_post',
  'webhook_details',
  'metadata',
  'routing_algorithm',
  'intent_fulfillment_time',
  'frm_routing_algorithm',
  'payout_routing_algorithm',
  'applepay_verified_domains',
  'session_expiry',
  'payment_link_config',
  'authentication_connector_details',
  'use_billing_as_payment_method_billing',
  'extended_card_info_config',
  'collect_shipping_details_from_wallet_connector',
  'collect_billing_details_from_wallet_connector',
  'always_collect_shipping_details_from_wallet_connector',
  'always_collect_billing_details_from_wallet_connector',
  'is_connector_agnostic_mit_enabled',
  'payout_link_config',
  'outgoing_webhook_custom_http_headers',
  'tax_connector_id',
  'is_tax_connector_enabled',
  'is_network_tokenization_enabled',
  'is_auto_retries_enabled',
  'max_auto_retries_enabled',
  'always_request_extended_authorization',
  'is_click_to_pay_enabled',
  'authentication_product_ids',
  'card_testing_guard_config',
  'is_clear_pan_retries_enabled',
  'force_3ds_challenge',
  'is_debit_routing_enabled',
  'merchant_business_country',
  'is_pre_network_tokenization_enabled',
  'acquirer_configs',
  'acquirer_config_bucket',
  'is_iframe_redirection_enabled',
  'merchant_category_code',
  'merchant_country_code',
  'dispute_polling_interval',
  'is_manual_retry_enabled',
  'always_enable_overcapture',
  'is_external_vault_enabled',
  'external_vault_connector_details',
  'billing_processor_id',
  'surcharge_connector_details',
  'is_l2_l3_enabled',
  'network_tokenization_credentials',
  'payment_method_blocking',
] as const;

/** The profile in the interface's format; values of webhook headers and token credentials are masked. */
export function profileView({ merchantId, profileId, profileName, details, secrets, acquirers }: Profile): object {
  const headers = secrets.outgoing_webhook_custom_http_headers;
  return withKeys(shownKeys, {
    ...details,
    ...(details.extended_card_info_config && {
      extended_card_info_config: { ttl_in_secs: 900, ...(details.extended_card_info_config as object) },
    }),
    ...acquirersView(profileId, acquirers),
    merchant_id: merchantId,
    profile_id: profileId,
    profile_name: profileName,
    payment_response_hash_key: secrets.payment_response_hash_key,
    webhook_details: webhookDetailsView(details.webhook_details, secrets.webhook_password),
    outgoing_webhook_custom_http_headers: headers && maskValues(headers),
    network_tokenization_credentials: maskDeep(secrets.network_tokenization_credentials),
  });
}
