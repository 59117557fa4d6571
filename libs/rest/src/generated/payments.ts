/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, AnyJson, CardNumber, Closed, Decimal, Flag, Instant, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { AcceptanceType, AccountType, ApplepayInitiative, AttemptStatus, AuthenticationType, BillingFrequency, BoletoDocumentKind, BoletoPaymentType, CaptureMethod, CardDiscovery, CardNetwork, Connector, CountryAlpha2, CtpServiceProvider, Currency, DeviceChannel, DiscountType, DocumentKind, FutureUsage, IntentStatus, MitCategory, PaymentExperience, PaymentLinkDetailsLayout, PaymentLinkSdkLabelType, PaymentLinkShowSdkTerms, PaymentListSortBy, PaymentListSortOn, PaymentMethod, PaymentMethodType, PaymentType, ProductType, ProtestType, RecurringPaymentIntervalUnit, RetryAction, SantanderMandatePeriodicity, ScaExemptionType, SurchargeStrategy, TaxStatus, ThreeDsCompletionIndicator, Tokenization, TransactionStatus } from './enums';
import { Address, AdyenSplitData, AmountFilter, BankDebitData, BankRedirectData, BankTransferData, BrowserInformation, Card, CardRedirectData, CardToken, CryptoData, CustomerDetails, GiftCardData, MerchantConnectorDetailsWrap, MobilePaymentData, NetworkTokenData, OpenBankingData, PayLaterData, PaymentLinkBackgroundImageConfig, PaymentLinkTransactionDetails, PaymentMethodConfig, ProxyCardData, RealTimePaymentData, SdkInformation, TimeRange, UpiData, VaultCardToken, VoucherData, WalletData, XenditSplitSubMerchantData } from './parts';

@Variants(['card', 'card_redirect', 'wallet', 'pay_later', 'bank_redirect', 'bank_debit', 'bank_transfer', 'real_time_payment', 'crypto', 'upi', 'voucher', 'gift_card', 'card_token', 'open_banking', 'mobile_payment', 'network_token', 'vault_data_card', 'vault_card_token_data'], { optional: true, words: ['reward'] })
export class PaymentMethodDataRequest {
  @MayBeAbsent() @Nested(() => Card)
  card?: Card;
  @MayBeAbsent() @Nested(() => CardRedirectData)
  card_redirect?: CardRedirectData;
  @MayBeAbsent() @Nested(() => WalletData)
  wallet?: WalletData;
  @MayBeAbsent() @Nested(() => PayLaterData)
  pay_later?: PayLaterData;
  @MayBeAbsent() @Nested(() => BankRedirectData)
  bank_redirect?: BankRedirectData;
  @MayBeAbsent() @Nested(() => BankDebitData)
  bank_debit?: BankDebitData;
  @MayBeAbsent() @Nested(() => BankTransferData)
  bank_transfer?: BankTransferData;
  @MayBeAbsent() @Nested(() => RealTimePaymentData)
  real_time_payment?: RealTimePaymentData;
  @MayBeAbsent() @Nested(() => CryptoData)
  crypto?: CryptoData;
  @MayBeAbsent() @Nested(() => UpiData)
  upi?: UpiData;
  @MayBeAbsent() @Nested(() => VoucherData)
  voucher?: VoucherData | 'efecty' | 'pago_efectivo' | 'red_compra' | 'red_pagos' | 'oxxo';
  @MayBeAbsent() @Nested(() => GiftCardData)
  gift_card?: GiftCardData;
  @MayBeAbsent() @Nested(() => CardToken)
  card_token?: CardToken;
  @MayBeAbsent() @Nested(() => OpenBankingData)
  open_banking?: OpenBankingData;
  @MayBeAbsent() @Nested(() => MobilePaymentData)
  mobile_payment?: MobilePaymentData;
  @MayBeAbsent() @Nested(() => NetworkTokenData)
  network_token?: NetworkTokenData;
  @MayBeAbsent() @Nested(() => ProxyCardData)
  vault_data_card?: ProxyCardData;
  @MayBeAbsent() @Nested(() => VaultCardToken)
  vault_card_token_data?: VaultCardToken;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  reward?: 'reward';
}

export class OrderDetailsWithAmount {
  @Text({ max: 255 })
  product_name!: string;
  @Whole('u32')
  quantity!: number;
  @Whole('i64')
  amount!: number;
  @IsOptional() @Decimal()
  tax_rate?: number | null;
  @IsOptional() @Whole('i64')
  total_tax_amount?: number | null;
  @IsOptional() @Flag()
  requires_shipping?: boolean | null;
  @IsOptional() @Text()
  product_img_link?: string | null;
  @IsOptional() @Text()
  product_id?: string | null;
  @IsOptional() @Text()
  category?: string | null;
  @IsOptional() @Text()
  sub_category?: string | null;
  @IsOptional() @Text()
  brand?: string | null;
  @IsOptional() @OneOf(ProductType)
  product_type?: ProductType | null;
  @IsOptional() @Text()
  product_tax_code?: string | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @Text()
  sku?: string | null;
  @IsOptional() @Text()
  upc?: string | null;
  @IsOptional() @Text()
  commodity_code?: string | null;
  @IsOptional() @Text()
  unit_of_measure?: string | null;
  @IsOptional() @Whole('i64')
  total_amount?: number | null;
  @IsOptional() @Whole('i64')
  unit_discount_amount?: number | null;
}

@Closed()
export class OnlineMandate {
  @IsOptional() @Text()
  ip_address?: string | null;
  @Text()
  user_agent!: string;
}

@Closed()
export class CustomerAcceptance {
  @OneOf(AcceptanceType)
  acceptance_type!: AcceptanceType;
  @IsOptional() @Instant()
  accepted_at?: string | null;
  @IsOptional() @Nested(() => OnlineMandate)
  online?: OnlineMandate | null;
}

@Closed()
export class MandateAmountData {
  @Whole('i64')
  amount!: number;
  @OneOf(Currency)
  currency!: Currency;
  @IsOptional() @Instant()
  start_date?: string | null;
  @IsOptional() @Instant()
  end_date?: string | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
}

@Variants(['single_use', 'multi_use'])
export class MandateType {
  @MayBeAbsent() @Nested(() => MandateAmountData)
  single_use?: MandateAmountData;
  @IsOptional() @Nested(() => MandateAmountData)
  multi_use?: MandateAmountData | null;
}

@Closed()
export class MandateData {
  @IsOptional() @Text()
  update_mandate_id?: string | null;
  @IsOptional() @Nested(() => CustomerAcceptance)
  customer_acceptance?: CustomerAcceptance | null;
  @IsOptional() @Nested(() => MandateType)
  mandate_type?: MandateType | null;
}

export class SessionTokenInfo {
  @IsOptional() @Text()
  payment_processing_certificate?: string | null;
  @IsOptional() @Text()
  payment_processing_certificate_key?: string | null;
  @MayBeAbsent() @Text()
  payment_processing_details_at?: string;
  @Text()
  certificate!: string;
  @Text()
  certificate_keys!: string;
  @Text()
  merchant_identifier!: string;
  @Text()
  display_name!: string;
  @OneOf(ApplepayInitiative)
  initiative!: ApplepayInitiative;
  @IsOptional() @Text()
  initiative_context?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  merchant_business_country?: CountryAlpha2 | null;
}

export class ApplepayConnectorMetadataRequest {
  @IsOptional() @Nested(() => SessionTokenInfo)
  session_token_data?: SessionTokenInfo | null;
}

export class AirwallexData {
  @IsOptional() @Text()
  payload?: string | null;
}

export class NoonData {
  @IsOptional() @Text()
  order_category?: string | null;
}

export class BraintreeData {
  @Text()
  merchant_account_id!: string;
  @Text()
  merchant_config_currency!: string;
}

export class AdyenTestingData {
  @Text()
  holder_name!: string;
}

export class AdyenConnectorMetadata {
  @Nested(() => AdyenTestingData)
  testing!: AdyenTestingData;
}

export class PeachpaymentsData {
  @IsOptional() @Text()
  rrn?: string | null;
}

export class DiscountTier {
  @IsOptional() @Text()
  amount?: string | null;
  @IsOptional() @Text()
  end_date?: string | null;
}

export class SantanderPaymentDiscountRules {
  @IsOptional() @OneOf(DiscountType)
  discount_type?: DiscountType | null;
  @List() @Nested(() => DiscountTier, { each: true })
  tiers!: DiscountTier[];
}

export class PenaltyDetail {
  @IsOptional() @Text()
  value?: string | null;
  @IsOptional() @Whole('u32')
  grace_period_days?: number | null;
}

export class InterestDetail {
  @IsOptional() @Text()
  interest_percentage?: string | null;
  @IsOptional() @Text()
  iof_percentage?: string | null;
}

export class PenaltyRules {
  @IsOptional() @Nested(() => PenaltyDetail)
  fixed_penalty?: PenaltyDetail | null;
  @IsOptional() @Nested(() => InterestDetail)
  interest?: InterestDetail | null;
}

export class ProtestRules {
  @OneOf(ProtestType)
  protest_type!: ProtestType;
  @Whole('u32')
  days_after_due_date!: number;
}

export class CollectionActions {
  @IsOptional() @Nested(() => ProtestRules)
  legal_protest?: ProtestRules | null;
  @IsOptional() @Whole('u32')
  auto_write_off_days?: number | null;
}

export class BoletoPaymentTypeConstraints {
  @OneOf(['fixed_amount', 'flexible_amount', 'installment'])
  type!: 'fixed_amount' | 'flexible_amount' | 'installment';
  @AnyJson()
  details?: unknown;
}

export class BeneficiaryDetails {
  @IsOptional() @Text()
  name?: string | null;
  @IsOptional() @Text()
  document_number?: string | null;
  @IsOptional() @OneOf(DocumentKind)
  document_type?: DocumentKind | null;
}

export class SantanderBoletoData {
  @IsOptional() @Nested(() => SantanderPaymentDiscountRules)
  discount_rules?: SantanderPaymentDiscountRules | null;
  @IsOptional() @Nested(() => PenaltyRules)
  penalties?: PenaltyRules | null;
  @IsOptional() @Nested(() => CollectionActions)
  collection_actions?: CollectionActions | null;
  @IsOptional() @Nested(() => BoletoPaymentTypeConstraints)
  payment_constraints?: BoletoPaymentTypeConstraints | null;
  @IsOptional() @Nested(() => BeneficiaryDetails)
  beneficiary?: BeneficiaryDetails | null;
  @IsOptional() @OneOf(BoletoDocumentKind)
  document_kind?: BoletoDocumentKind | null;
}

export class SantanderConnectorMetadataData {
  @IsOptional() @Nested(() => SantanderBoletoData)
  boleto?: SantanderBoletoData | null;
}

export class ConnectorMetadata {
  @IsOptional() @Nested(() => ApplepayConnectorMetadataRequest)
  apple_pay?: ApplepayConnectorMetadataRequest | null;
  @IsOptional() @Nested(() => AirwallexData)
  airwallex?: AirwallexData | null;
  @IsOptional() @Nested(() => NoonData)
  noon?: NoonData | null;
  @IsOptional() @Nested(() => BraintreeData)
  braintree?: BraintreeData | null;
  @IsOptional() @Nested(() => AdyenConnectorMetadata)
  adyen?: AdyenConnectorMetadata | null;
  @IsOptional() @Nested(() => PeachpaymentsData)
  peachpayments?: PeachpaymentsData | null;
  @IsOptional() @Nested(() => SantanderConnectorMetadataData)
  santander?: SantanderConnectorMetadataData | null;
}

export class RedirectResponse {
  @IsOptional() @Text()
  param?: string | null;
  @IsOptional() @Mapping()
  json_payload?: JsonObject | null;
}

export class ApplePayRegularBillingDetails {
  @Text()
  label!: string;
  @IsOptional() @Instant()
  recurring_payment_start_date?: string | null;
  @IsOptional() @Instant()
  recurring_payment_end_date?: string | null;
  @IsOptional() @OneOf(RecurringPaymentIntervalUnit)
  recurring_payment_interval_unit?: RecurringPaymentIntervalUnit | null;
  @IsOptional() @Whole('i32')
  recurring_payment_interval_count?: number | null;
}

export class ApplePayRecurringDetails {
  @Text()
  payment_description!: string;
  @Nested(() => ApplePayRegularBillingDetails)
  regular_billing!: ApplePayRegularBillingDetails;
  @IsOptional() @Text()
  billing_agreement?: string | null;
  @Text()
  management_url!: string;
}

export class PixKey {
  @OneOf(['cpf', 'cnpj', 'email', 'phone', 'evp_token'])
  type!: 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp_token';
  @Text()
  value!: string;
}

export class ImmediateExpirationTime {
  @Whole('u32')
  time!: number;
  @IsOptional() @Nested(() => PixKey)
  pix_key?: PixKey | null;
}

export class ScheduledExpirationTime {
  @Text()
  date!: string;
  @IsOptional() @Whole('u32')
  validity_after_expiration?: number | null;
  @IsOptional() @Nested(() => PixKey)
  pix_key?: PixKey | null;
}

@Variants(['immediate', 'scheduled'])
export class PixAdditionalDetails {
  @MayBeAbsent() @Nested(() => ImmediateExpirationTime)
  immediate?: ImmediateExpirationTime;
  @MayBeAbsent() @Nested(() => ScheduledExpirationTime)
  scheduled?: ScheduledExpirationTime;
}

export class BoletoAdditionalDetails {
  @IsOptional() @Text()
  due_date?: string | null;
  @IsOptional() @OneOf(BoletoDocumentKind)
  document_kind?: BoletoDocumentKind | null;
  @IsOptional() @OneOf(BoletoPaymentType)
  payment_type?: BoletoPaymentType | null;
  @IsOptional() @Text()
  covenant_code?: string | null;
  @IsOptional() @Nested(() => PixKey)
  pix_key?: PixKey | null;
  @IsOptional() @Nested(() => SantanderPaymentDiscountRules)
  discount_rules?: SantanderPaymentDiscountRules | null;
  @IsOptional() @Nested(() => PenaltyRules)
  penalties?: PenaltyRules | null;
  @IsOptional() @Nested(() => CollectionActions)
  collection_actions?: CollectionActions | null;
  @IsOptional() @Nested(() => BoletoPaymentTypeConstraints)
  payment_constraints?: BoletoPaymentTypeConstraints | null;
  @IsOptional() @Nested(() => BeneficiaryDetails)
  beneficiary?: BeneficiaryDetails | null;
}

export class SantanderMandateDetails {
  @IsOptional() @Whole('u64')
  fixed_recurring_amount?: number | null;
  @IsOptional() @Whole('u64')
  min_recurring_amount?: number | null;
  @IsOptional() @Text()
  start_date?: string | null;
  @IsOptional() @Text()
  end_date?: string | null;
  @IsOptional() @OneOf(SantanderMandatePeriodicity)
  periodicity?: SantanderMandatePeriodicity | null;
}

export class SantanderPixAutomaticoReceiverDetails {
  @IsOptional() @Text()
  branch_code?: string | null;
  @IsOptional() @Text()
  account_number?: string | null;
  @IsOptional() @OneOf(AccountType)
  account_type?: AccountType | null;
}

export class PixAutomaticoAdditionalDetails {
  @OneOf(['pix_automatico_push', 'pix_automatico_qr', 'pix_automatico_mit'])
  type!: 'pix_automatico_push' | 'pix_automatico_qr' | 'pix_automatico_mit';
  @MayBeAbsent() @Whole('u32')
  time?: number;
  @IsOptional() @Flag()
  retry_policy?: boolean | null;
  @IsOptional() @Nested(() => SantanderMandateDetails)
  mandate_details?: SantanderMandateDetails | null;
  @IsOptional() @Nested(() => SantanderPixAutomaticoReceiverDetails)
  receiver_details?: SantanderPixAutomaticoReceiverDetails | null;
  @IsOptional() @Text()
  mandate_execution_date?: string | null;
  @IsOptional() @Flag()
  auto_adjust_date?: boolean | null;
}

export class FinixAdditionalDetails {
  @IsOptional() @Text()
  fraud_session_id?: string | null;
}

export class FeatureMetadata {
  @IsOptional() @Nested(() => RedirectResponse)
  redirect_response?: RedirectResponse | null;
  @IsOptional() @List() @Text({ each: true })
  search_tags?: string[] | null;
  @IsOptional() @Nested(() => ApplePayRecurringDetails)
  apple_pay_recurring_details?: ApplePayRecurringDetails | null;
  @IsOptional() @Nested(() => PixAdditionalDetails)
  pix_additional_details?: PixAdditionalDetails | null;
  @IsOptional() @Nested(() => BoletoAdditionalDetails)
  boleto_additional_details?: BoletoAdditionalDetails | null;
  @IsOptional() @Nested(() => PixAutomaticoAdditionalDetails)
  pix_automatico_additional_details?: PixAutomaticoAdditionalDetails | null;
  @IsOptional() @Nested(() => FinixAdditionalDetails)
  finix_additional_details?: FinixAdditionalDetails | null;
}

export class PaymentCreatePaymentLinkConfig {
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
}

export class RequestSurchargeDetails {
  @Whole('amount')
  surcharge_amount!: number;
  @IsOptional() @Whole('amount')
  tax_amount?: number | null;
}

@Variants(['cavv'])
export class Cryptogram {
  @MayBeAbsent() @Mapping()
  cavv?: JsonObject;
}

export class ExternalThreeDsData {
  @IsOptional() @Nested(() => Cryptogram)
  authentication_cryptogram?: Cryptogram | null;
  @IsOptional() @Text()
  ds_trans_id?: string | null;
  @IsOptional() @Text()
  version?: string | null;
  @IsOptional() @Text()
  eci?: string | null;
  @OneOf(TransactionStatus)
  transaction_status!: TransactionStatus;
}

export class RecurringDetails {
  @OneOf(['mandate_id', 'payment_method_id', 'processor_payment_token', 'network_transaction_id_and_card_details', 'network_transaction_id_and_network_token_details', 'network_transaction_id_and_decrypted_wallet_token_details', 'card_with_limited_data'])
  type!: 'mandate_id' | 'payment_method_id' | 'processor_payment_token' | 'network_transaction_id_and_card_details' | 'network_transaction_id_and_network_token_details' | 'network_transaction_id_and_decrypted_wallet_token_details' | 'card_with_limited_data';
  @AnyJson()
  data!: unknown;
}

export class StripeSplitPaymentRequest {
  @AnyJson()
  charge_type!: unknown;
  @Whole('i64')
  application_fees!: number;
  @Text()
  transfer_account_id!: string;
  @IsOptional() @Text()
  on_behalf_of?: string | null;
}

@Closed()
export class XenditSplitRoute {
  @IsOptional() @Whole('i64')
  flat_amount?: number | null;
  @IsOptional() @Whole('i64')
  percent_amount?: number | null;
  @OneOf(Currency)
  currency!: Currency;
  @Text()
  destination_account_id!: string;
  @Text()
  reference_id!: string;
}

@Closed()
export class XenditMultipleSplitRequest {
  @Text()
  name!: string;
  @Text()
  description!: string;
  @IsOptional() @Text()
  for_user_id?: string | null;
  @List() @Nested(() => XenditSplitRoute, { each: true })
  routes!: XenditSplitRoute[];
}

@Variants(['multiple_splits', 'single_split'])
export class XenditSplitRequest {
  @MayBeAbsent() @Nested(() => XenditMultipleSplitRequest)
  multiple_splits?: XenditMultipleSplitRequest;
  @MayBeAbsent() @Nested(() => XenditSplitSubMerchantData)
  single_split?: XenditSplitSubMerchantData;
}

@Variants(['stripe_split_payment', 'adyen_split_payment', 'xendit_split_payment'])
export class SplitPaymentsRequest {
  @MayBeAbsent() @Nested(() => StripeSplitPaymentRequest)
  stripe_split_payment?: StripeSplitPaymentRequest;
  @MayBeAbsent() @Nested(() => AdyenSplitData)
  adyen_split_payment?: AdyenSplitData;
  @MayBeAbsent() @Nested(() => XenditSplitRequest)
  xendit_split_payment?: XenditSplitRequest;
}

export class CtpServiceDetails {
  @IsOptional() @Text()
  merchant_transaction_id?: string | null;
  @IsOptional() @Text()
  correlation_id?: string | null;
  @IsOptional() @Text()
  x_src_flow_id?: string | null;
  @IsOptional() @OneOf(CtpServiceProvider)
  provider?: CtpServiceProvider | null;
  @IsOptional() @Text()
  encrypted_payload?: string | null;
}

@Variants(['other'], { words: ['ecommerce', 'mail_order', 'telephone_order'] })
export class PaymentChannel {
  @MayBeAbsent() @Text()
  other?: string;
}

export class BillingDescriptor {
  @IsOptional() @Text()
  name?: string | null;
  @IsOptional() @Text()
  city?: string | null;
  @IsOptional() @Text()
  phone?: string | null;
  @IsOptional() @Text()
  statement_descriptor?: string | null;
  @IsOptional() @Text()
  statement_descriptor_suffix?: string | null;
  @IsOptional() @Text()
  reference?: string | null;
}

export class PartnerApplicationDetails {
  @IsOptional() @Text()
  name?: string | null;
  @IsOptional() @Text()
  version?: string | null;
  @IsOptional() @Text()
  integrator?: string | null;
}

export class MerchantApplicationDetails {
  @IsOptional() @Text()
  name?: string | null;
  @IsOptional() @Text()
  version?: string | null;
}

export class PartnerMerchantIdentifierDetails {
  @IsOptional() @Nested(() => PartnerApplicationDetails)
  partner_details?: PartnerApplicationDetails | null;
  @IsOptional() @Nested(() => MerchantApplicationDetails)
  merchant_details?: MerchantApplicationDetails | null;
}

export class InstallmentOptionData {
  @AnyJson()
  number_of_installments!: unknown;
  @OneOf(BillingFrequency)
  billing_frequency!: BillingFrequency;
  @Decimal()
  interest_rate!: number;
}

export class InstallmentOption {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @List() @Nested(() => InstallmentOptionData, { each: true })
  installments!: InstallmentOptionData[];
}

export class InstallmentRequest {
  @Whole('u32')
  number_of_installments!: number;
  @OneOf(BillingFrequency)
  billing_frequency!: BillingFrequency;
}

@Closed()
export class PaymentsRequest {
  @IsOptional() @Whole('amount')
  amount?: number | null;
  @IsOptional() @Whole('amount')
  order_tax_amount?: number | null;
  @IsOptional() @OneOf(Currency)
  currency?: Currency | null;
  @IsOptional() @Whole('i64')
  amount_to_capture?: number | null;
  @IsOptional() @Whole('amount')
  shipping_cost?: number | null;
  @IsOptional() @Text({ min: 1, max: 30, reference: true })
  payment_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_id?: string | null;
  @AnyJson()
  routing?: unknown;
  @IsOptional() @List() @OneOf(Connector, { each: true })
  connector?: Connector[] | null;
  @IsOptional() @OneOf(CaptureMethod)
  capture_method?: CaptureMethod | null;
  @IsOptional() @OneOf(AuthenticationType)
  authentication_type?: AuthenticationType | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Instant()
  capture_on?: string | null;
  @IsOptional() @Flag()
  confirm?: boolean | null;
  @IsOptional() @Nested(() => CustomerDetails)
  customer?: CustomerDetails | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  customer_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Flag()
  off_session?: boolean | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @AbsoluteUrl({ max: 2048 })
  return_url?: string | null;
  @IsOptional() @OneOf(FutureUsage)
  setup_future_usage?: FutureUsage | null;
  @IsOptional() @Nested(() => PaymentMethodDataRequest)
  payment_method_data?: PaymentMethodDataRequest | null;
  @IsOptional() @OneOf(PaymentMethod)
  payment_method?: PaymentMethod | null;
  @IsOptional() @Text()
  payment_token?: string | null;
  @IsOptional() @Text()
  card_cvc?: string | null;
  @IsOptional() @Nested(() => Address)
  shipping?: Address | null;
  @IsOptional() @Text({ max: 255 })
  statement_descriptor_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  statement_descriptor_suffix?: string | null;
  @IsOptional() @List() @Nested(() => OrderDetailsWithAmount, { each: true })
  order_details?: OrderDetailsWithAmount[] | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Nested(() => MandateData)
  mandate_data?: MandateData | null;
  @IsOptional() @Nested(() => CustomerAcceptance)
  customer_acceptance?: CustomerAcceptance | null;
  @IsOptional() @Text({ max: 64 })
  mandate_id?: string | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
  @IsOptional() @OneOf(PaymentExperience)
  payment_experience?: PaymentExperience | null;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_type?: PaymentMethodType | null;
  @IsOptional() @OneOf(CountryAlpha2)
  business_country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  business_label?: string | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @List() @OneOf(PaymentMethodType, { each: true })
  allowed_payment_method_types?: PaymentMethodType[] | null;
  @IsOptional() @Text()
  business_sub_label?: string | null;
  @IsOptional() @OneOf(RetryAction)
  retry_action?: RetryAction | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Nested(() => ConnectorMetadata)
  connector_metadata?: ConnectorMetadata | null;
  @IsOptional() @Nested(() => FeatureMetadata)
  feature_metadata?: FeatureMetadata | null;
  @IsOptional() @Flag()
  payment_link?: boolean | null;
  @IsOptional() @Nested(() => PaymentCreatePaymentLinkConfig)
  payment_link_config?: PaymentCreatePaymentLinkConfig | null;
  @IsOptional() @Text()
  payment_link_config_id?: string | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  profile_id?: string | null;
  @IsOptional() @Nested(() => RequestSurchargeDetails)
  surcharge_details?: RequestSurchargeDetails | null;
  @IsOptional() @OneOf(PaymentType)
  payment_type?: PaymentType | null;
  @IsOptional() @Flag()
  request_incremental_authorization?: boolean | null;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Mapping()
  frm_metadata?: JsonObject | null;
  @IsOptional() @Flag()
  request_external_three_ds_authentication?: boolean | null;
  @IsOptional() @Nested(() => ExternalThreeDsData)
  three_ds_data?: ExternalThreeDsData | null;
  @IsOptional() @Nested(() => RecurringDetails)
  recurring_details?: RecurringDetails | null;
  @IsOptional() @Nested(() => SplitPaymentsRequest)
  split_payments?: SplitPaymentsRequest | null;
  @IsOptional() @Flag()
  request_extended_authorization?: boolean | null;
  @IsOptional() @Text({ max: 255 })
  merchant_order_reference_id?: string | null;
  @IsOptional() @Flag()
  skip_external_tax_calculation?: boolean | null;
  @IsOptional() @OneOf(ScaExemptionType)
  psd2_sca_exemption_type?: ScaExemptionType | null;
  @IsOptional() @Nested(() => CtpServiceDetails)
  ctp_service_details?: CtpServiceDetails | null;
  @IsOptional() @Flag()
  force_3ds_challenge?: boolean | null;
  @IsOptional() @OneOf(ThreeDsCompletionIndicator)
  threeds_method_comp_ind?: ThreeDsCompletionIndicator | null;
  @IsOptional() @Flag()
  is_iframe_redirection_enabled?: boolean | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
  @IsOptional() @Nested(() => PaymentChannel)
  payment_channel?: PaymentChannel | 'ecommerce' | 'mail_order' | 'telephone_order' | null;
  @IsOptional() @OneOf(TaxStatus)
  tax_status?: TaxStatus | null;
  @IsOptional() @Whole('i64')
  discount_amount?: number | null;
  @IsOptional() @Whole('i64')
  shipping_amount_tax?: number | null;
  @IsOptional() @Whole('i64')
  duty_amount?: number | null;
  @IsOptional() @Instant()
  order_date?: string | null;
  @IsOptional() @Flag()
  enable_partial_authorization?: boolean | null;
  @IsOptional() @Flag()
  enable_overcapture?: boolean | null;
  @IsOptional() @Flag()
  is_stored_credential?: boolean | null;
  @IsOptional() @OneOf(MitCategory)
  mit_category?: MitCategory | null;
  @IsOptional() @Nested(() => BillingDescriptor)
  billing_descriptor?: BillingDescriptor | null;
  @IsOptional() @OneOf(Tokenization)
  tokenization?: Tokenization | null;
  @IsOptional() @Nested(() => PartnerMerchantIdentifierDetails)
  partner_merchant_identifier_details?: PartnerMerchantIdentifierDetails | null;
  @IsOptional() @List() @Nested(() => InstallmentOption, { each: true })
  installment_options?: InstallmentOption[] | null;
  @IsOptional() @Nested(() => InstallmentRequest)
  installment_data?: InstallmentRequest | null;
  @IsOptional() @Text()
  profile_acquirer_id?: string | null;
  @IsOptional() @OneOf(SurchargeStrategy)
  external_surcharge_strategy?: SurchargeStrategy | null;
}

export class PaymentsCreateRequest extends PaymentsRequest {}

export class PaymentsUpdateRequest extends PaymentsRequest {}

export class PaymentsConfirmRequest extends PaymentsRequest {}

export class PaymentsCaptureRequest {
  @IsOptional() @Text()
  merchant_id?: string | null;
  @IsOptional() @Whole('i64')
  amount_to_capture?: number | null;
  @IsOptional() @Flag()
  refund_uncaptured_amount?: boolean | null;
  @IsOptional() @Text()
  statement_descriptor_suffix?: string | null;
  @IsOptional() @Text()
  statement_descriptor_prefix?: string | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

export class PaymentsCancelRequest {
  @IsOptional() @Text()
  cancellation_reason?: string | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

export class PaymentsCancelPostCaptureRequest {
  @IsOptional() @Text()
  cancellation_reason?: string | null;
}

export class PaymentListOrder {
  @IsOptional() @OneOf(PaymentListSortOn)
  on?: PaymentListSortOn | null;
  @IsOptional() @OneOf(PaymentListSortBy)
  by?: PaymentListSortBy | null;
}

export class PaymentListFilterConstraints {
  @MayBeAbsent() @Instant()
  start_time?: string;
  @IsOptional() @Instant()
  end_time?: string | null;
  @IsOptional() @Text()
  payment_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @Text()
  customer_id?: string | null;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Nested(() => AmountFilter)
  amount_filter?: AmountFilter | null;
  @IsOptional() @Nested(() => TimeRange)
  time_range?: TimeRange | null;
  @IsOptional() @List() @Text({ each: true })
  connector?: string[] | null;
  @IsOptional() @List() @OneOf(Currency, { each: true })
  currency?: Currency[] | null;
  @IsOptional() @List() @OneOf(IntentStatus, { each: true })
  status?: IntentStatus[] | null;
  @IsOptional() @List() @OneOf(PaymentMethod, { each: true })
  payment_method?: PaymentMethod[] | null;
  @IsOptional() @List() @OneOf(PaymentMethodType, { each: true })
  payment_method_type?: PaymentMethodType[] | null;
  @IsOptional() @List() @OneOf(AuthenticationType, { each: true })
  authentication_type?: AuthenticationType[] | null;
  @IsOptional() @List() @Text({ each: true })
  merchant_connector_id?: string[] | null;
  @IsOptional() @Nested(() => PaymentListOrder)
  order?: PaymentListOrder | null;
  @IsOptional() @List() @OneOf(CardNetwork, { each: true })
  card_network?: CardNetwork[] | null;
  @IsOptional() @Text()
  merchant_order_reference_id?: string | null;
  @IsOptional() @List() @OneOf(CardDiscovery, { each: true })
  card_discovery?: CardDiscovery[] | null;
  @IsOptional() @Text()
  customer_email?: string | null;
}

export class PaymentsIncrementalAuthorizationRequest {
  @Whole('i64')
  amount!: number;
  @IsOptional() @Text()
  reason?: string | null;
}

export class PaymentsCompleteAuthorizeRequest {
  @IsOptional() @Nested(() => Address)
  shipping?: Address | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @OneOf(ThreeDsCompletionIndicator)
  threeds_method_comp_ind?: ThreeDsCompletionIndicator | null;
}

export class PaymentsDynamicTaxCalculationRequest {
  @Nested(() => Address)
  shipping!: Address;
  @IsOptional() @Text()
  client_secret?: string | null;
  @OneOf(PaymentMethodType)
  payment_method_type!: PaymentMethodType;
  @IsOptional() @Text()
  session_id?: string | null;
}

@Closed()
export class PaymentsUpdateMetadataRequest {
  @Mapping()
  metadata!: JsonObject;
  @IsOptional() @Nested(() => FeatureMetadata)
  feature_metadata?: FeatureMetadata | null;
}

export class PaymentSyncRequest {
  @Text()
  payment_id!: string;
  @IsOptional() @Text()
  merchant_id?: string | null;
  @IsOptional() @Flag()
  force_sync?: boolean | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Flag()
  expand_captures?: boolean | null;
  @IsOptional() @Flag()
  expand_attempts?: boolean | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

export class PaymentsSessionRequest {
  @Text()
  payment_id!: string;
  @IsOptional() @Text()
  client_secret?: string | null;
  @List() @OneOf(PaymentMethodType, { each: true })
  wallets!: PaymentMethodType[];
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
}

export class PaymentsPostSessionTokensRequest {
  @IsOptional() @Text()
  client_secret?: string | null;
  @OneOf(PaymentMethodType)
  payment_method_type!: PaymentMethodType;
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
}

export class PaymentsExternalAuthenticationRequest {
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Nested(() => SdkInformation)
  sdk_information?: SdkInformation | null;
  @OneOf(DeviceChannel)
  device_channel!: DeviceChannel;
  @OneOf(ThreeDsCompletionIndicator)
  threeds_method_comp_ind!: ThreeDsCompletionIndicator;
}

export class PaymentsManualUpdateRequest {
  @Text()
  attempt_id!: string;
  @Text()
  merchant_id!: string;
  @IsOptional() @OneOf(AttemptStatus)
  attempt_status?: AttemptStatus | null;
  @IsOptional() @Text()
  error_code?: string | null;
  @IsOptional() @Text()
  error_message?: string | null;
  @IsOptional() @Text()
  error_reason?: string | null;
  @IsOptional() @Text()
  connector_transaction_id?: string | null;
  @IsOptional() @Whole('i64')
  amount_capturable?: number | null;
}

export class PaymentsManualStatusUpdateRequest {
  @OneOf(AttemptStatus)
  attempt_status!: AttemptStatus;
}

export class EligibilityCard {
  @CardNumber()
  card_number!: string;
  @IsOptional() @Text()
  card_exp_month?: string | null;
  @IsOptional() @Text()
  card_exp_year?: string | null;
  @IsOptional() @Text()
  card_cvc?: string | null;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_type?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @Text()
  card_issuing_country_code?: string | null;
  @IsOptional() @Text()
  bank_code?: string | null;
  @IsOptional() @Text()
  nick_name?: string | null;
}

@Variants(['card', 'card_redirect', 'wallet', 'pay_later', 'bank_redirect', 'bank_debit', 'bank_transfer', 'real_time_payment', 'crypto', 'upi', 'voucher', 'gift_card', 'card_token', 'open_banking', 'mobile_payment', 'network_token'], { optional: true, words: ['reward'] })
export class EligibilityPaymentMethodDataRequest {
  @MayBeAbsent() @Nested(() => EligibilityCard)
  card?: EligibilityCard;
  @MayBeAbsent() @Nested(() => CardRedirectData)
  card_redirect?: CardRedirectData;
  @MayBeAbsent() @Nested(() => WalletData)
  wallet?: WalletData;
  @MayBeAbsent() @Nested(() => PayLaterData)
  pay_later?: PayLaterData;
  @MayBeAbsent() @Nested(() => BankRedirectData)
  bank_redirect?: BankRedirectData;
  @MayBeAbsent() @Nested(() => BankDebitData)
  bank_debit?: BankDebitData;
  @MayBeAbsent() @Nested(() => BankTransferData)
  bank_transfer?: BankTransferData;
  @MayBeAbsent() @Nested(() => RealTimePaymentData)
  real_time_payment?: RealTimePaymentData;
  @MayBeAbsent() @Nested(() => CryptoData)
  crypto?: CryptoData;
  @MayBeAbsent() @Nested(() => UpiData)
  upi?: UpiData;
  @MayBeAbsent() @Nested(() => VoucherData)
  voucher?: VoucherData | 'efecty' | 'pago_efectivo' | 'red_compra' | 'red_pagos' | 'oxxo';
  @MayBeAbsent() @Nested(() => GiftCardData)
  gift_card?: GiftCardData;
  @MayBeAbsent() @Nested(() => CardToken)
  card_token?: CardToken;
  @MayBeAbsent() @Nested(() => OpenBankingData)
  open_banking?: OpenBankingData;
  @MayBeAbsent() @Nested(() => MobilePaymentData)
  mobile_payment?: MobilePaymentData;
  @MayBeAbsent() @Nested(() => NetworkTokenData)
  network_token?: NetworkTokenData;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  reward?: 'reward';
}

export class PaymentsEligibilityRequest {
  @IsOptional() @Text()
  client_secret?: string | null;
  @OneOf(PaymentMethod)
  payment_method_type!: PaymentMethod;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_subtype?: PaymentMethodType | null;
  @IsOptional() @Nested(() => EligibilityPaymentMethodDataRequest)
  payment_method_data?: EligibilityPaymentMethodDataRequest | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
  @IsOptional() @Text()
  payment_token?: string | null;
}

export class PaymentsEligibilityCheckRequest {
  @IsOptional() @Text()
  client_secret?: string | null;
  @OneOf(PaymentMethod)
  payment_method_type!: PaymentMethod;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_subtype?: PaymentMethodType | null;
  @IsOptional() @Nested(() => EligibilityPaymentMethodDataRequest)
  payment_method_data?: EligibilityPaymentMethodDataRequest | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
  @IsOptional() @Text()
  payment_token?: string | null;
}

@Closed()
export class PaymentLinkListConstraints {
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('i64')
  offset?: number | null;
  @IsOptional() @Instant()
  created?: string | null;
  @IsOptional() @Instant()
  created_lt?: string | null;
  @IsOptional() @Instant()
  created_gt?: string | null;
  @IsOptional() @Instant()
  created_lte?: string | null;
  @IsOptional() @Instant()
  created_gte?: string | null;
  @IsOptional() @Instant()
  'created.lt'?: string | null;
  @IsOptional() @Instant()
  'created.gt'?: string | null;
  @IsOptional() @Instant()
  'created.lte'?: string | null;
  @IsOptional() @Instant()
  'created.gte'?: string | null;
}

export class PaymentLinkDomainRequest {
  @Text({ min: 4, max: 253 })
  domain!: string;
  @IsOptional() @Text()
  profile_id?: string | null;
}
