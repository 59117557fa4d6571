/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, Closed, Decimal, Flag, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { AuthenticationConnectors, CardSubtype, CardTestingGuardStatus, CardType, CountryAlpha2, EventType, ExternalVaultEnabled, PaymentLinkDetailsLayout, PaymentLinkSdkLabelType, PaymentLinkShowSdkTerms, UIWidgetFormLayout, VaultSdk, VaultTokenType } from './enums';
import { NetworkTokeizationProviderCredentials, PaymentLinkBackgroundImageConfig, PaymentLinkTransactionDetails, PaymentMethodConfig, StaticRoutingAlgorithm, WebhookDetails } from './parts';

export class BusinessPaymentLinkConfig {
  @IsOptional() @Text({ max: 255 })
  theme?: string | null;
  @IsOptional() @Text({ max: 255 })
  logo?: string | null;
  @IsOptional() @Text({ max: 255 })
  seller_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  sdk_layout?: string | null;
  @IsOptional() @Flag()
  display_sdk_only?: boolean | null;
  @IsOptional() @Flag()
  enabled_saved_payment_method?: boolean | null;
  @IsOptional() @Flag()
  hide_card_nickname_field?: boolean | null;
  @IsOptional() @Flag()
  enable_manual_retry?: boolean | null;
  @IsOptional() @Flag()
  show_card_form_by_default?: boolean | null;
  @IsOptional() @List() @Nested(() => PaymentLinkTransactionDetails, { each: true })
  transaction_details?: PaymentLinkTransactionDetails[] | null;
  @IsOptional() @Nested(() => PaymentLinkBackgroundImageConfig)
  background_image?: PaymentLinkBackgroundImageConfig | null;
  @IsOptional() @OneOf(PaymentLinkDetailsLayout)
  details_layout?: PaymentLinkDetailsLayout | null;
  @IsOptional() @Text()
  payment_button_text?: string | null;
  @IsOptional() @Text()
  custom_message_for_card_terms?: string | null;
  @IsOptional() @List() @Nested(() => PaymentMethodConfig, { each: true })
  custom_message_for_payment_method_types?: PaymentMethodConfig[] | null;
  @IsOptional() @Text()
  payment_button_colour?: string | null;
  @IsOptional() @Flag()
  skip_status_screen?: boolean | null;
  @IsOptional() @Text()
  payment_button_text_colour?: string | null;
  @IsOptional() @Text()
  background_colour?: string | null;
  @IsOptional() @Mapping()
  sdk_ui_rules?: JsonObject | null;
  @IsOptional() @Mapping()
  payment_link_ui_rules?: JsonObject | null;
  @IsOptional() @Flag()
  enable_button_only_on_form_ready?: boolean | null;
  @IsOptional() @Text()
  payment_form_header_text?: string | null;
  @IsOptional() @OneOf(PaymentLinkSdkLabelType)
  payment_form_label_type?: PaymentLinkSdkLabelType | null;
  @IsOptional() @OneOf(PaymentLinkShowSdkTerms)
  show_card_terms?: PaymentLinkShowSdkTerms | null;
  @IsOptional() @Flag()
  is_setup_mandate_flow?: boolean | null;
  @IsOptional() @Text()
  color_icon_card_cvc_error?: string | null;
  @IsOptional() @Flag()
  show_merchant_name?: boolean | null;
  @IsOptional() @Text()
  domain_name?: string | null;
  @IsOptional() @Mapping()
  business_specific_configs?: JsonObject | null;
  @IsOptional() @List() @Text({ each: true })
  allowed_domains?: string[] | null;
  @IsOptional() @Flag()
  branding_visibility?: boolean | null;
}

export class AuthenticationConnectorDetails {
  @List() @OneOf(AuthenticationConnectors, { each: true })
  authentication_connectors!: AuthenticationConnectors[];
  @Text()
  three_ds_requestor_url!: string;
  @IsOptional() @Text()
  three_ds_requestor_app_url?: string | null;
}

export class BusinessPayoutLinkConfig {
  @IsOptional() @Text({ max: 255 })
  logo?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  theme?: string | null;
  @IsOptional() @Text()
  domain_name?: string | null;
  @List() @Text({ each: true })
  allowed_domains!: string[];
  @IsOptional() @OneOf(UIWidgetFormLayout)
  form_layout?: UIWidgetFormLayout | null;
  @IsOptional() @Flag()
  payout_test_mode?: boolean | null;
}

export class CardTestingGuardConfig {
  @OneOf(CardTestingGuardStatus)
  card_ip_blocking_status!: CardTestingGuardStatus;
  @Whole('i32')
  card_ip_blocking_threshold!: number;
  @OneOf(CardTestingGuardStatus)
  guest_user_card_blocking_status!: CardTestingGuardStatus;
  @Whole('i32')
  guest_user_card_blocking_threshold!: number;
  @OneOf(CardTestingGuardStatus)
  customer_id_blocking_status!: CardTestingGuardStatus;
  @Whole('i32')
  customer_id_blocking_threshold!: number;
  @Whole('i32')
  card_testing_guard_expiry!: number;
  @IsOptional() @OneOf(CardTestingGuardStatus)
  guest_ip_blocking_status?: CardTestingGuardStatus | null;
  @IsOptional() @Whole('i32')
  guest_ip_blocking_threshold?: number | null;
}

export class VaultTokenField {
  @IsOptional() @OneOf(VaultTokenType)
  token_type?: VaultTokenType | null;
}

export class ExternalVaultConnectorDetails {
  @IsOptional() @Text()
  vault_connector_id?: string | null;
  @IsOptional() @OneOf(VaultSdk)
  vault_sdk?: VaultSdk | null;
  @IsOptional() @List() @Nested(() => VaultTokenField, { each: true })
  vault_token_selector?: VaultTokenField[] | null;
}

export class SurchargeConnectorDetails {
  @IsOptional() @Text()
  surcharge_connector_id?: string | null;
}

export class CardBlockingConfig {
  @IsOptional() @List() @OneOf(CountryAlpha2, { each: true })
  issuing_country?: CountryAlpha2[] | null;
  @IsOptional() @List() @OneOf(CardType, { each: true })
  card_types?: CardType[] | null;
  @IsOptional() @List() @OneOf(CardSubtype, { each: true })
  card_subtypes?: CardSubtype[] | null;
  @IsOptional() @List() @Text({ each: true })
  issuers?: string[] | null;
  @IsOptional() @Flag()
  block_if_bin_info_unavailable?: boolean | null;
}

export class WalletBlockingConfig {
  @IsOptional() @List() @OneOf(CardType, { each: true })
  card_types?: CardType[] | null;
}

export class PaymentMethodBlockingConfig {
  @IsOptional() @Nested(() => CardBlockingConfig)
  card?: CardBlockingConfig | null;
  @IsOptional() @Nested(() => WalletBlockingConfig)
  wallet?: WalletBlockingConfig | null;
}

export class ExtendedCardInfoConfig {
  @Text()
  public_key!: string;
  @MayBeAbsent() @Whole('u32')
  ttl_in_secs?: number;
}

@Closed()
export class ProfileCreate {
  @IsOptional() @Text({ max: 64 })
  profile_name?: string | null;
  @IsOptional() @AbsoluteUrl({ max: 255 })
  return_url?: string | null;
  @IsOptional() @Flag()
  enable_payment_response_hash?: boolean | null;
  @IsOptional() @Text()
  payment_response_hash_key?: string | null;
  @IsOptional() @Flag()
  redirect_to_merchant_with_http_post?: boolean | null;
  @IsOptional() @Nested(() => WebhookDetails)
  webhook_details?: WebhookDetails | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Mapping()
  routing_algorithm?: JsonObject | null;
  @IsOptional() @Whole('u32')
  intent_fulfillment_time?: number | null;
  @IsOptional() @Mapping()
  frm_routing_algorithm?: JsonObject | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  payout_routing_algorithm?: StaticRoutingAlgorithm | null;
  @IsOptional() @List() @Text({ each: true })
  applepay_verified_domains?: string[] | null;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Nested(() => BusinessPaymentLinkConfig)
  payment_link_config?: BusinessPaymentLinkConfig | null;
  @IsOptional() @Nested(() => AuthenticationConnectorDetails)
  authentication_connector_details?: AuthenticationConnectorDetails | null;
  @IsOptional() @Flag()
  use_billing_as_payment_method_billing?: boolean | null;
  @IsOptional() @Flag()
  collect_shipping_details_from_wallet_connector?: boolean | null;
  @IsOptional() @Flag()
  collect_billing_details_from_wallet_connector?: boolean | null;
  @IsOptional() @Flag()
  always_collect_shipping_details_from_wallet_connector?: boolean | null;
  @IsOptional() @Flag()
  always_collect_billing_details_from_wallet_connector?: boolean | null;
  @IsOptional() @Flag()
  is_connector_agnostic_mit_enabled?: boolean | null;
  @IsOptional() @Nested(() => BusinessPayoutLinkConfig)
  payout_link_config?: BusinessPayoutLinkConfig | null;
  @IsOptional() @Mapping()
  outgoing_webhook_custom_http_headers?: JsonObject | null;
  @IsOptional() @Text()
  tax_connector_id?: string | null;
  @MayBeAbsent() @Flag()
  is_tax_connector_enabled?: boolean;
  @MayBeAbsent() @Flag()
  is_network_tokenization_enabled?: boolean;
  @IsOptional() @Flag()
  is_auto_retries_enabled?: boolean | null;
  @IsOptional() @Whole('u32')
  max_auto_retries_enabled?: number | null;
  @IsOptional() @Flag()
  always_request_extended_authorization?: boolean | null;
  @MayBeAbsent() @Flag()
  is_click_to_pay_enabled?: boolean;
  @IsOptional() @Mapping()
  authentication_product_ids?: JsonObject | null;
  @IsOptional() @Nested(() => CardTestingGuardConfig)
  card_testing_guard_config?: CardTestingGuardConfig | null;
  @IsOptional() @Flag()
  is_clear_pan_retries_enabled?: boolean | null;
  @IsOptional() @Flag()
  force_3ds_challenge?: boolean | null;
  @IsOptional() @Flag()
  is_debit_routing_enabled?: boolean | null;
  @IsOptional() @OneOf(CountryAlpha2)
  merchant_business_country?: CountryAlpha2 | null;
  @IsOptional() @Flag()
  is_iframe_redirection_enabled?: boolean | null;
  @IsOptional() @Flag()
  is_pre_network_tokenization_enabled?: boolean | null;
  @IsOptional() @Text()
  merchant_category_code?: string | null;
  @IsOptional() @Text()
  merchant_country_code?: string | null;
  @IsOptional() @Whole('i32')
  dispute_polling_interval?: number | null;
  @IsOptional() @Flag()
  is_manual_retry_enabled?: boolean | null;
  @IsOptional() @Flag()
  always_enable_overcapture?: boolean | null;
  @IsOptional() @OneOf(ExternalVaultEnabled)
  is_external_vault_enabled?: ExternalVaultEnabled | null;
  @IsOptional() @Nested(() => ExternalVaultConnectorDetails)
  external_vault_connector_details?: ExternalVaultConnectorDetails | null;
  @IsOptional() @Text()
  billing_processor_id?: string | null;
  @IsOptional() @Nested(() => SurchargeConnectorDetails)
  surcharge_connector_details?: SurchargeConnectorDetails | null;
  @IsOptional() @Flag()
  is_l2_l3_enabled?: boolean | null;
  @IsOptional() @Nested(() => NetworkTokeizationProviderCredentials)
  network_tokenization_credentials?: NetworkTokeizationProviderCredentials | null;
  @IsOptional() @Nested(() => PaymentMethodBlockingConfig)
  payment_method_blocking?: PaymentMethodBlockingConfig | null;
  @IsOptional() @Nested(() => ExtendedCardInfoConfig)
  extended_card_info_config?: ExtendedCardInfoConfig | null;
}

export class ToggleRequest {
  @Flag()
  enabled!: boolean;
}

export class ProfileAcquirerCreate {
  @Text()
  acquirer_assigned_merchant_id!: string;
  @Text()
  merchant_name!: string;
  @Text()
  network!: string;
  @Text()
  acquirer_bin!: string;
  @IsOptional() @Text()
  acquirer_ica?: string | null;
  @IsOptional() @Decimal()
  acquirer_fraud_rate?: number | null;
  @IsOptional() @OneOf(CountryAlpha2)
  acquirer_country_code?: CountryAlpha2 | null;
  @Text()
  profile_id!: string;
  @IsOptional() @Flag()
  is_default?: boolean | null;
}

@Closed()
export class ProfileAcquirerUpdate {
  @IsOptional() @Text()
  acquirer_assigned_merchant_id?: string | null;
  @IsOptional() @Text()
  merchant_name?: string | null;
  @IsOptional() @Text()
  network?: string | null;
  @IsOptional() @Text()
  acquirer_bin?: string | null;
  @IsOptional() @Text()
  acquirer_ica?: string | null;
  @IsOptional() @Decimal()
  acquirer_fraud_rate?: number | null;
  @IsOptional() @OneOf(CountryAlpha2)
  acquirer_country_code?: CountryAlpha2 | null;
  @IsOptional() @Flag()
  is_default?: boolean | null;
}

@Closed()
export class WebhookEndpointCreate {
  @AbsoluteUrl()
  url!: string;
  @IsOptional() @List() @OneOf(EventType, { each: true })
  event_types?: EventType[] | null;
  @IsOptional() @Text({ max: 255 })
  description?: string | null;
}

@Closed()
export class WebhookEndpointUpdate {
  @IsOptional() @AbsoluteUrl()
  url?: string | null;
  @IsOptional() @List() @OneOf(EventType, { each: true })
  event_types?: EventType[] | null;
  @IsOptional() @Text({ max: 255 })
  description?: string | null;
}
