/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, AnyJson, CardNumber, Closed, Flag, Instant, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { AdyenSplitType, BankNames, BankType, CardNetwork, CountryAlpha2, DocumentKind, ElementPosition, GooglePayCardFundingSource, IntentStatus, PaymentMethod, PaymentMethodType, PayoutStatus, SdkDisplayMode, SdkType, SizeVariants, UpiSource } from './enums';

@Closed()
export class AddressDetails {
  @IsOptional() @Text({ max: 50 })
  city?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
  @IsOptional() @Text({ max: 200 })
  line1?: string | null;
  @IsOptional() @Text({ max: 50 })
  line2?: string | null;
  @IsOptional() @Text({ max: 50 })
  line3?: string | null;
  @IsOptional() @Text({ max: 50 })
  zip?: string | null;
  @IsOptional() @Text()
  state?: string | null;
  @IsOptional() @Text({ max: 255 })
  first_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  last_name?: string | null;
  @IsOptional() @Text({ max: 50 })
  origin_zip?: string | null;
}

@Closed()
export class WebhookDetails {
  @IsOptional() @Text({ max: 255 })
  webhook_version?: string | null;
  @IsOptional() @Text({ max: 255 })
  webhook_username?: string | null;
  @IsOptional() @Text({ max: 255 })
  webhook_password?: string | null;
  @IsOptional() @AbsoluteUrl()
  webhook_url?: string | null;
  @IsOptional() @Flag()
  payment_created_enabled?: boolean | null;
  @IsOptional() @Flag()
  payment_succeeded_enabled?: boolean | null;
  @IsOptional() @Flag()
  payment_failed_enabled?: boolean | null;
  @IsOptional() @List() @OneOf(IntentStatus, { each: true })
  payment_statuses_enabled?: IntentStatus[] | null;
  @IsOptional() @List() @OneOf(IntentStatus, { each: true })
  refund_statuses_enabled?: IntentStatus[] | null;
  @IsOptional() @List() @OneOf(PayoutStatus, { each: true })
  payout_statuses_enabled?: PayoutStatus[] | null;
}

export class StaticRoutingAlgorithm {
  @OneOf(['single', 'priority', 'volume_split', 'advanced', 'three_ds_decision_rule'])
  type!: 'single' | 'priority' | 'volume_split' | 'advanced' | 'three_ds_decision_rule';
  @AnyJson()
  data!: unknown;
}

export class EnabledPaymentMethod {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @List() @OneOf(PaymentMethodType, { each: true })
  payment_method_types!: PaymentMethodType[];
}

@Closed()
export class InternalNetworkTokenizationCredentials {
  @Text({ max: 255 })
  token_service_api_key!: string;
  @Text({ max: 255 })
  public_key!: string;
  @Text({ max: 255 })
  private_key!: string;
  @Text({ max: 255 })
  key_id!: string;
}

@Variants(['internal_network_token_service'])
export class NetworkTokeizationProviderCredentials {
  @MayBeAbsent() @Nested(() => InternalNetworkTokenizationCredentials)
  internal_network_token_service?: InternalNetworkTokenizationCredentials;
}

export class TransactionDetailsUiConfiguration {
  @IsOptional() @Whole('i32')
  position?: number | null;
  @IsOptional() @Flag()
  is_key_bold?: boolean | null;
  @IsOptional() @Flag()
  is_value_bold?: boolean | null;
}

export class PaymentLinkTransactionDetails {
  @Text({ max: 255 })
  key!: string;
  @Text({ max: 255 })
  value!: string;
  @IsOptional() @Nested(() => TransactionDetailsUiConfiguration)
  ui_configuration?: TransactionDetailsUiConfiguration | null;
}

@Variants(['Variants', 'Percentage', 'Pixels'])
export class ElementSize {
  @MayBeAbsent() @OneOf(SizeVariants)
  Variants?: SizeVariants;
  @MayBeAbsent() @Whole('u32')
  Percentage?: number;
  @MayBeAbsent() @Whole('u32')
  Pixels?: number;
}

export class PaymentLinkBackgroundImageConfig {
  @Text()
  url!: string;
  @IsOptional() @OneOf(ElementPosition)
  position?: ElementPosition | null;
  @IsOptional() @Nested(() => ElementSize)
  size?: ElementSize | null;
}

export class CustomMessage {
  @Text()
  value!: string;
  @MayBeAbsent() @OneOf(SdkDisplayMode)
  display_mode?: SdkDisplayMode;
}

export class CustomTerms {
  @OneOf(PaymentMethodType)
  payment_method_type!: PaymentMethodType;
  @Nested(() => CustomMessage)
  message!: CustomMessage;
}

export class PaymentMethodConfig {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @List() @Nested(() => CustomTerms, { each: true })
  payment_method_types!: CustomTerms[];
}

export class PhoneDetails {
  @IsOptional() @Text()
  number?: string | null;
  @IsOptional() @Text()
  country_code?: string | null;
}

@Closed()
export class Address {
  @IsOptional() @Nested(() => AddressDetails)
  address?: AddressDetails | null;
  @IsOptional() @Nested(() => PhoneDetails)
  phone?: PhoneDetails | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class CustomerDocumentDetails {
  @OneOf(DocumentKind)
  document_type!: DocumentKind;
  @Text({ max: 255 })
  document_number!: string;
}

export class CustomerDetails {
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  id?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 10 })
  phone?: string | null;
  @IsOptional() @Text({ max: 2 })
  phone_country_code?: string | null;
  @IsOptional() @Text({ max: 255 })
  tax_registration_id?: string | null;
  @IsOptional() @Nested(() => CustomerDocumentDetails)
  document_details?: CustomerDocumentDetails | null;
}

export class Card {
  @CardNumber()
  card_number!: string;
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @Text()
  card_cvc!: string;
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

@Variants(['knet', 'benefit', 'momo_atm', 'card_redirect'])
export class CardRedirectData {
  @MayBeAbsent() @Mapping()
  knet?: JsonObject;
  @MayBeAbsent() @Mapping()
  benefit?: JsonObject;
  @MayBeAbsent() @Mapping()
  momo_atm?: JsonObject;
  @MayBeAbsent() @Mapping()
  card_redirect?: JsonObject;
}

export class AmazonPayWalletData {
  @Text()
  checkout_session_id!: string;
}

export class ApplepayPaymentMethod {
  @Text()
  display_name!: string;
  @Text()
  network!: string;
  @Text()
  type!: string;
  @IsOptional() @Text()
  card_exp_month?: string | null;
  @IsOptional() @Text()
  card_exp_year?: string | null;
  @IsOptional() @Text()
  auth_code?: string | null;
}

export class ApplePayWalletData {
  @AnyJson()
  payment_data!: unknown;
  @Nested(() => ApplepayPaymentMethod)
  payment_method!: ApplepayPaymentMethod;
  @Text()
  transaction_identifier!: string;
}

export class ApplePayThirdPartySdkData {
  @IsOptional() @Text()
  token?: string | null;
}

export class GooglePayAssuranceDetails {
  @Flag()
  card_holder_authenticated!: boolean;
  @Flag()
  account_verified!: boolean;
}

export class GooglePayPaymentMethodInfo {
  @Text()
  card_network!: string;
  @Text()
  card_details!: string;
  @IsOptional() @Nested(() => GooglePayAssuranceDetails)
  assurance_details?: GooglePayAssuranceDetails | null;
  @IsOptional() @OneOf(GooglePayCardFundingSource)
  card_funding_source?: GooglePayCardFundingSource | null;
}

export class GooglePayWalletData {
  @Text()
  type!: string;
  @Text()
  description!: string;
  @Nested(() => GooglePayPaymentMethodInfo)
  info!: GooglePayPaymentMethodInfo;
  @AnyJson()
  tokenization_data!: unknown;
}

export class GooglePayThirdPartySdkData {
  @IsOptional() @Text()
  token?: string | null;
}

export class MbWayRedirection {
  @Text()
  telephone_number!: string;
}

export class MifinityData {
  @Text()
  date_of_birth!: string;
  @IsOptional() @Text()
  language_preference?: string | null;
}

export class PaypalRedirection {
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
}

export class PayPalWalletData {
  @Text()
  token!: string;
}

export class PazeWalletData {
  @Text()
  complete_response!: string;
}

export class SamsungPayWalletData {
  @AnyJson()
  payment_credential!: unknown;
}

@Variants(['ali_pay_hk_redirect', 'ali_pay_qr', 'ali_pay_redirect', 'amazon_pay', 'amazon_pay_redirect', 'apple_pay', 'apple_pay_redirect', 'apple_pay_third_party_sdk', 'bluecode_redirect', 'cashapp_qr', 'dana_redirect', 'gcash_redirect', 'go_pay_redirect', 'google_pay', 'google_pay_redirect', 'google_pay_third_party_sdk', 'kakao_pay_redirect', 'mb_way_redirect', 'mifinity', 'mobile_pay_redirect', 'momo_redirect', 'paypal_redirect', 'paypal_sdk', 'paysera', 'paze', 'revolut_pay', 'samsung_pay', 'skrill', 'swish_qr', 'touch_n_go_redirect', 'twint_redirect', 'vipps_redirect', 'we_chat_pay_qr', 'we_chat_pay_redirect'])
export class WalletData {
  @MayBeAbsent() @Mapping()
  ali_pay_hk_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  ali_pay_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  ali_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => AmazonPayWalletData)
  amazon_pay?: AmazonPayWalletData;
  @MayBeAbsent() @Mapping()
  amazon_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => ApplePayWalletData)
  apple_pay?: ApplePayWalletData;
  @MayBeAbsent() @Mapping()
  apple_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => ApplePayThirdPartySdkData)
  apple_pay_third_party_sdk?: ApplePayThirdPartySdkData;
  @MayBeAbsent() @Mapping()
  bluecode_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  cashapp_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  dana_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  gcash_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  go_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => GooglePayWalletData)
  google_pay?: GooglePayWalletData;
  @MayBeAbsent() @Mapping()
  google_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => GooglePayThirdPartySdkData)
  google_pay_third_party_sdk?: GooglePayThirdPartySdkData;
  @MayBeAbsent() @Mapping()
  kakao_pay_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => MbWayRedirection)
  mb_way_redirect?: MbWayRedirection;
  @MayBeAbsent() @Nested(() => MifinityData)
  mifinity?: MifinityData;
  @MayBeAbsent() @Mapping()
  mobile_pay_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  momo_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => PaypalRedirection)
  paypal_redirect?: PaypalRedirection;
  @MayBeAbsent() @Nested(() => PayPalWalletData)
  paypal_sdk?: PayPalWalletData;
  @MayBeAbsent() @Mapping()
  paysera?: JsonObject;
  @MayBeAbsent() @Nested(() => PazeWalletData)
  paze?: PazeWalletData;
  @MayBeAbsent() @Mapping()
  revolut_pay?: JsonObject;
  @MayBeAbsent() @Nested(() => SamsungPayWalletData)
  samsung_pay?: SamsungPayWalletData;
  @MayBeAbsent() @Mapping()
  skrill?: JsonObject;
  @MayBeAbsent() @Mapping()
  swish_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  touch_n_go_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  twint_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  vipps_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  we_chat_pay_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  we_chat_pay_redirect?: JsonObject;
}

export class PayLaterKlarnaRedirect {
  @IsOptional() @Text()
  billing_email?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  billing_country?: CountryAlpha2 | null;
}

export class PayLaterKlarnaSdk {
  @Text()
  token!: string;
}

export class PayLaterAfterpayClearpayRedirect {
  @IsOptional() @Text()
  billing_email?: string | null;
  @IsOptional() @Text()
  billing_name?: string | null;
}

@Variants(['klarna_redirect', 'klarna_sdk', 'affirm_redirect', 'afterpay_clearpay_redirect', 'pay_bright_redirect', 'flexiti_redirect', 'walley_redirect', 'alma_redirect', 'atome_redirect', 'breadpay_redirect', 'payjustnow_redirect'])
export class PayLaterData {
  @MayBeAbsent() @Nested(() => PayLaterKlarnaRedirect)
  klarna_redirect?: PayLaterKlarnaRedirect;
  @MayBeAbsent() @Nested(() => PayLaterKlarnaSdk)
  klarna_sdk?: PayLaterKlarnaSdk;
  @MayBeAbsent() @Mapping()
  affirm_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => PayLaterAfterpayClearpayRedirect)
  afterpay_clearpay_redirect?: PayLaterAfterpayClearpayRedirect;
  @MayBeAbsent() @Mapping()
  pay_bright_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  flexiti_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  walley_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  alma_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  atome_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  breadpay_redirect?: JsonObject;
  @MayBeAbsent() @Mapping()
  payjustnow_redirect?: JsonObject;
}

export class BankRedirectBilling {
  @IsOptional() @Text()
  billing_name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class BankRedirectBancontactCard {
  @IsOptional() @CardNumber()
  card_number?: string | null;
  @IsOptional() @Text()
  card_exp_month?: string | null;
  @IsOptional() @Text()
  card_exp_year?: string | null;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
}

export class BankRedirectBlik {
  @IsOptional() @Text()
  blik_code?: string | null;
}

export class BankRedirectEps {
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
  @IsOptional() @OneOf(BankNames)
  bank_name?: BankNames | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankRedirectGiropay {
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
  @IsOptional() @Text()
  bank_account_bic?: string | null;
  @IsOptional() @Text()
  bank_account_iban?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankRedirectIdeal {
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
  @IsOptional() @OneOf(BankNames)
  bank_name?: BankNames | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankRedirectInterac {
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class BankRedirectOnlineBankingCzechRepublic {
  @OneOf(BankNames)
  issuer!: BankNames;
}

export class BankRedirectOnlineBankingFinland {
  @IsOptional() @Text()
  email?: string | null;
}

export class BankRedirectOnlineBankingPoland {
  @OneOf(BankNames)
  issuer!: BankNames;
}

export class BankRedirectOnlineBankingSlovakia {
  @OneOf(BankNames)
  issuer!: BankNames;
}

export class BankRedirectOpenBankingUk {
  @OneOf(BankNames)
  issuer!: BankNames;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankRedirectPrzelewy24 {
  @IsOptional() @OneOf(BankNames)
  bank_name?: BankNames | null;
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
}

export class BankRedirectSofort {
  @IsOptional() @Nested(() => BankRedirectBilling)
  billing_details?: BankRedirectBilling | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  preferred_language?: string | null;
}

export class BankRedirectTrustly {
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankRedirectOnlineBankingFpx {
  @OneOf(BankNames)
  issuer!: BankNames;
}

export class BankRedirectOnlineBankingThailand {
  @OneOf(BankNames)
  issuer!: BankNames;
}

export class BankRedirectEft {
  @Text()
  provider!: string;
}

@Variants(['bancontact_card', 'bizum', 'blik', 'eps', 'giropay', 'ideal', 'interac', 'online_banking_czech_republic', 'online_banking_finland', 'online_banking_poland', 'online_banking_slovakia', 'open_banking_uk', 'przelewy24', 'sofort', 'trustly', 'online_banking_fpx', 'online_banking_thailand', 'local_bank_redirect', 'eft', 'open_banking'])
export class BankRedirectData {
  @MayBeAbsent() @Nested(() => BankRedirectBancontactCard)
  bancontact_card?: BankRedirectBancontactCard;
  @MayBeAbsent() @Mapping()
  bizum?: JsonObject;
  @MayBeAbsent() @Nested(() => BankRedirectBlik)
  blik?: BankRedirectBlik;
  @MayBeAbsent() @Nested(() => BankRedirectEps)
  eps?: BankRedirectEps;
  @MayBeAbsent() @Nested(() => BankRedirectGiropay)
  giropay?: BankRedirectGiropay;
  @MayBeAbsent() @Nested(() => BankRedirectIdeal)
  ideal?: BankRedirectIdeal;
  @MayBeAbsent() @Nested(() => BankRedirectInterac)
  interac?: BankRedirectInterac;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingCzechRepublic)
  online_banking_czech_republic?: BankRedirectOnlineBankingCzechRepublic;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingFinland)
  online_banking_finland?: BankRedirectOnlineBankingFinland;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingPoland)
  online_banking_poland?: BankRedirectOnlineBankingPoland;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingSlovakia)
  online_banking_slovakia?: BankRedirectOnlineBankingSlovakia;
  @MayBeAbsent() @Nested(() => BankRedirectOpenBankingUk)
  open_banking_uk?: BankRedirectOpenBankingUk;
  @MayBeAbsent() @Nested(() => BankRedirectPrzelewy24)
  przelewy24?: BankRedirectPrzelewy24;
  @MayBeAbsent() @Nested(() => BankRedirectSofort)
  sofort?: BankRedirectSofort;
  @MayBeAbsent() @Nested(() => BankRedirectTrustly)
  trustly?: BankRedirectTrustly;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingFpx)
  online_banking_fpx?: BankRedirectOnlineBankingFpx;
  @MayBeAbsent() @Nested(() => BankRedirectOnlineBankingThailand)
  online_banking_thailand?: BankRedirectOnlineBankingThailand;
  @MayBeAbsent() @Mapping()
  local_bank_redirect?: JsonObject;
  @MayBeAbsent() @Nested(() => BankRedirectEft)
  eft?: BankRedirectEft;
  @MayBeAbsent() @Mapping()
  open_banking?: JsonObject;
}

export class BankDebitBilling {
  @IsOptional() @Text()
  name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
  @IsOptional() @Nested(() => AddressDetails)
  address?: AddressDetails | null;
}

export class BankDebitAchBankDebit {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  account_number!: string;
  @Text()
  routing_number!: string;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
  @IsOptional() @Text()
  bank_name?: string | null;
  @IsOptional() @Text()
  bank_type?: string | null;
  @IsOptional() @Text()
  bank_holder_type?: string | null;
}

export class BankDebitSepaBankDebit {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  iban!: string;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
}

export class BankDebitSepaGuarenteedBankDebit {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  iban!: string;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
}

export class BankDebitBecsBankDebit {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  account_number!: string;
  @Text()
  bsb_number!: string;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
}

export class BankDebitBacsBankDebit {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  account_number!: string;
  @Text()
  sort_code!: string;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
}

export class BankDebitEftDebitOrder {
  @IsOptional() @Nested(() => BankDebitBilling)
  billing_details?: BankDebitBilling | null;
  @Text()
  account_number!: string;
  @IsOptional() @Text()
  branch_code?: string | null;
  @IsOptional() @Text()
  bank_account_holder_name?: string | null;
  @IsOptional() @OneOf(BankNames)
  bank_name?: BankNames | null;
  @IsOptional() @OneOf(BankType)
  bank_type?: BankType | null;
}

@Variants(['ach_bank_debit', 'sepa_bank_debit', 'sepa_guarenteed_bank_debit', 'becs_bank_debit', 'bacs_bank_debit', 'eft_debit_order'])
export class BankDebitData {
  @MayBeAbsent() @Nested(() => BankDebitAchBankDebit)
  ach_bank_debit?: BankDebitAchBankDebit;
  @MayBeAbsent() @Nested(() => BankDebitSepaBankDebit)
  sepa_bank_debit?: BankDebitSepaBankDebit;
  @MayBeAbsent() @Nested(() => BankDebitSepaGuarenteedBankDebit)
  sepa_guarenteed_bank_debit?: BankDebitSepaGuarenteedBankDebit;
  @MayBeAbsent() @Nested(() => BankDebitBecsBankDebit)
  becs_bank_debit?: BankDebitBecsBankDebit;
  @MayBeAbsent() @Nested(() => BankDebitBacsBankDebit)
  bacs_bank_debit?: BankDebitBacsBankDebit;
  @MayBeAbsent() @Nested(() => BankDebitEftDebitOrder)
  eft_debit_order?: BankDebitEftDebitOrder;
}

export class AchBillingDetails {
  @IsOptional() @Text()
  email?: string | null;
}

export class BankTransferAchBankTransfer {
  @IsOptional() @Nested(() => AchBillingDetails)
  billing_details?: AchBillingDetails | null;
}

export class SepaAndBacsBillingDetails {
  @IsOptional() @Text()
  email?: string | null;
  @IsOptional() @Text()
  name?: string | null;
}

export class BankTransferSepaBankTransfer {
  @IsOptional() @Nested(() => SepaAndBacsBillingDetails)
  billing_details?: SepaAndBacsBillingDetails | null;
  @IsOptional() @OneOf(CountryAlpha2)
  country?: CountryAlpha2 | null;
}

export class BankTransferBacsBankTransfer {
  @IsOptional() @Nested(() => SepaAndBacsBillingDetails)
  billing_details?: SepaAndBacsBillingDetails | null;
}

export class MultibancoBillingDetails {
  @IsOptional() @Text()
  email?: string | null;
}

export class BankTransferMultibancoBankTransfer {
  @IsOptional() @Nested(() => MultibancoBillingDetails)
  billing_details?: MultibancoBillingDetails | null;
}

export class DokuBillingDetails {
  @IsOptional() @Text()
  first_name?: string | null;
  @IsOptional() @Text()
  last_name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class BankTransferPermataBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferBcaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferBniVaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferBriVaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferCimbVaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferDanamonVaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferMandiriVaBankTransfer {
  @IsOptional() @Nested(() => DokuBillingDetails)
  billing_details?: DokuBillingDetails | null;
}

export class BankTransferPix {
  @IsOptional() @Text()
  pix_key?: string | null;
  @IsOptional() @Text()
  cpf?: string | null;
  @IsOptional() @Text()
  cnpj?: string | null;
  @IsOptional() @Text()
  source_bank_account_id?: string | null;
  @IsOptional() @Text()
  destination_bank_account_id?: string | null;
  @IsOptional() @Text()
  expiry_date?: string | null;
}

export class BankTransferPixAutomaticoPush {
  @IsOptional() @Text()
  account_number?: string | null;
  @IsOptional() @Text()
  branch_code?: string | null;
  @IsOptional() @Text()
  bank_identifier?: string | null;
}

export class BankTransferLocalBankTransfer {
  @IsOptional() @Text()
  bank_code?: string | null;
}

export class BankTransferIndonesianBankTransfer {
  @IsOptional() @OneOf(BankNames)
  bank_name?: BankNames | null;
}

@Variants(['ach_bank_transfer', 'sepa_bank_transfer', 'bacs_bank_transfer', 'multibanco_bank_transfer', 'permata_bank_transfer', 'bca_bank_transfer', 'bni_va_bank_transfer', 'bri_va_bank_transfer', 'cimb_va_bank_transfer', 'danamon_va_bank_transfer', 'mandiri_va_bank_transfer', 'pix', 'pix_emv', 'pix_qr', 'pix_automatico_qr', 'pix_automatico_push', 'pse', 'local_bank_transfer', 'instant_bank_transfer', 'instant_bank_transfer_finland', 'instant_bank_transfer_poland', 'indonesian_bank_transfer'])
export class BankTransferData {
  @MayBeAbsent() @Nested(() => BankTransferAchBankTransfer)
  ach_bank_transfer?: BankTransferAchBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferSepaBankTransfer)
  sepa_bank_transfer?: BankTransferSepaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferBacsBankTransfer)
  bacs_bank_transfer?: BankTransferBacsBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferMultibancoBankTransfer)
  multibanco_bank_transfer?: BankTransferMultibancoBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferPermataBankTransfer)
  permata_bank_transfer?: BankTransferPermataBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferBcaBankTransfer)
  bca_bank_transfer?: BankTransferBcaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferBniVaBankTransfer)
  bni_va_bank_transfer?: BankTransferBniVaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferBriVaBankTransfer)
  bri_va_bank_transfer?: BankTransferBriVaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferCimbVaBankTransfer)
  cimb_va_bank_transfer?: BankTransferCimbVaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferDanamonVaBankTransfer)
  danamon_va_bank_transfer?: BankTransferDanamonVaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferMandiriVaBankTransfer)
  mandiri_va_bank_transfer?: BankTransferMandiriVaBankTransfer;
  @MayBeAbsent() @Nested(() => BankTransferPix)
  pix?: BankTransferPix;
  @MayBeAbsent() @Mapping()
  pix_emv?: JsonObject;
  @MayBeAbsent() @Mapping()
  pix_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  pix_automatico_qr?: JsonObject;
  @MayBeAbsent() @Nested(() => BankTransferPixAutomaticoPush)
  pix_automatico_push?: BankTransferPixAutomaticoPush;
  @MayBeAbsent() @Mapping()
  pse?: JsonObject;
  @MayBeAbsent() @Nested(() => BankTransferLocalBankTransfer)
  local_bank_transfer?: BankTransferLocalBankTransfer;
  @MayBeAbsent() @Mapping()
  instant_bank_transfer?: JsonObject;
  @MayBeAbsent() @Mapping()
  instant_bank_transfer_finland?: JsonObject;
  @MayBeAbsent() @Mapping()
  instant_bank_transfer_poland?: JsonObject;
  @MayBeAbsent() @Nested(() => BankTransferIndonesianBankTransfer)
  indonesian_bank_transfer?: BankTransferIndonesianBankTransfer;
}

@Variants(['fps', 'duit_now', 'prompt_pay', 'viet_qr', 'qris'])
export class RealTimePaymentData {
  @MayBeAbsent() @Mapping()
  fps?: JsonObject;
  @MayBeAbsent() @Mapping()
  duit_now?: JsonObject;
  @MayBeAbsent() @Mapping()
  prompt_pay?: JsonObject;
  @MayBeAbsent() @Mapping()
  viet_qr?: JsonObject;
  @MayBeAbsent() @Mapping()
  qris?: JsonObject;
}

export class CryptoData {
  @IsOptional() @Text()
  pay_currency?: string | null;
  @IsOptional() @Text()
  network?: string | null;
}

export class UpiCollectData {
  @IsOptional() @Text()
  vpa_id?: string | null;
  @IsOptional() @OneOf(UpiSource)
  upi_source?: UpiSource | null;
}

export class UpiIntentData {
  @IsOptional() @OneOf(UpiSource)
  upi_source?: UpiSource | null;
  @IsOptional() @Text()
  app_name?: string | null;
}

export class UpiQrData {
  @IsOptional() @OneOf(UpiSource)
  upi_source?: UpiSource | null;
}

@Variants(['upi_collect', 'upi_intent', 'upi_qr'])
export class UpiData {
  @MayBeAbsent() @Nested(() => UpiCollectData)
  upi_collect?: UpiCollectData;
  @MayBeAbsent() @Nested(() => UpiIntentData)
  upi_intent?: UpiIntentData;
  @MayBeAbsent() @Nested(() => UpiQrData)
  upi_qr?: UpiQrData;
}

export class BoletoVoucherData {
  @IsOptional() @Text()
  social_security_number?: string | null;
  @IsOptional() @Text()
  bank_number?: string | null;
  @IsOptional() @OneOf(DocumentKind)
  document_type?: DocumentKind | null;
  @IsOptional() @Text()
  fine_percentage?: string | null;
  @IsOptional() @Text()
  fine_quantity_days?: string | null;
  @IsOptional() @Text()
  interest_percentage?: string | null;
  @IsOptional() @Text()
  write_off_quantity_days?: string | null;
  @IsOptional() @List() @Text({ each: true })
  messages?: string[] | null;
  @IsOptional() @Text()
  due_date?: string | null;
}

export class AlfamartVoucherData {
  @IsOptional() @Text()
  first_name?: string | null;
  @IsOptional() @Text()
  last_name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class IndomaretVoucherData {
  @IsOptional() @Text()
  first_name?: string | null;
  @IsOptional() @Text()
  last_name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
}

export class JCSVoucherData {
  @IsOptional() @Text()
  first_name?: string | null;
  @IsOptional() @Text()
  last_name?: string | null;
  @IsOptional() @Text()
  email?: string | null;
  @IsOptional() @Text()
  phone_number?: string | null;
}

@Variants(['boleto', 'alfamart', 'indomaret', 'seven_eleven', 'lawson', 'mini_stop', 'family_mart', 'seicomart', 'pay_easy'], { words: ['efecty', 'pago_efectivo', 'red_compra', 'red_pagos', 'oxxo'] })
export class VoucherData {
  @MayBeAbsent() @Nested(() => BoletoVoucherData)
  boleto?: BoletoVoucherData;
  @MayBeAbsent() @Nested(() => AlfamartVoucherData)
  alfamart?: AlfamartVoucherData;
  @MayBeAbsent() @Nested(() => IndomaretVoucherData)
  indomaret?: IndomaretVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  seven_eleven?: JCSVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  lawson?: JCSVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  mini_stop?: JCSVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  family_mart?: JCSVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  seicomart?: JCSVoucherData;
  @MayBeAbsent() @Nested(() => JCSVoucherData)
  pay_easy?: JCSVoucherData;
}

export class GiftCardDetails {
  @Text()
  number!: string;
  @Text()
  cvc!: string;
}

export class BHNGiftCardDetails {
  @Text()
  account_number!: string;
  @IsOptional() @Text()
  pin?: string | null;
  @IsOptional() @Text()
  cvv2?: string | null;
  @IsOptional() @Text()
  expiration_date?: string | null;
}

@Variants(['givex', 'pay_safe_card', 'bhn_card_network'])
export class GiftCardData {
  @MayBeAbsent() @Nested(() => GiftCardDetails)
  givex?: GiftCardDetails;
  @MayBeAbsent() @Mapping()
  pay_safe_card?: JsonObject;
  @MayBeAbsent() @Nested(() => BHNGiftCardDetails)
  bhn_card_network?: BHNGiftCardDetails;
}

export class CardToken {
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  card_cvc?: string | null;
  @IsOptional() @Text()
  card_cvc_token?: string | null;
}

@Variants(['open_banking_pis'])
export class OpenBankingData {
  @MayBeAbsent() @Mapping()
  open_banking_pis?: JsonObject;
}

export class MobilePaymentDirectCarrierBilling {
  @Text()
  msisdn!: string;
  @IsOptional() @Text()
  client_uid?: string | null;
}

@Variants(['direct_carrier_billing'])
export class MobilePaymentData {
  @MayBeAbsent() @Nested(() => MobilePaymentDirectCarrierBilling)
  direct_carrier_billing?: MobilePaymentDirectCarrierBilling;
}

export class NetworkTokenData {
  @Text()
  network_token!: string;
  @Text()
  token_exp_month!: string;
  @Text()
  token_exp_year!: string;
  @Text()
  token_cryptogram!: string;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_type?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @Text()
  bank_code?: string | null;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @Text()
  nick_name?: string | null;
  @IsOptional() @Text()
  eci?: string | null;
  @IsOptional() @Text()
  par?: string | null;
}

export class ProxyCardData {
  @Text()
  card_number!: string;
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @Text()
  card_cvc!: string;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_type?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @Text()
  bank_code?: string | null;
  @IsOptional() @Text()
  nick_name?: string | null;
  @Text()
  bin_number!: string;
  @Text()
  last_four!: string;
}

export class VaultCardToken {
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  card_cvc?: string | null;
}

export class BrowserInformation {
  @IsOptional() @Whole('u32')
  color_depth?: number | null;
  @IsOptional() @Flag()
  java_enabled?: boolean | null;
  @IsOptional() @Flag()
  java_script_enabled?: boolean | null;
  @IsOptional() @Text()
  language?: string | null;
  @IsOptional() @Whole('u32')
  screen_height?: number | null;
  @IsOptional() @Whole('u32')
  screen_width?: number | null;
  @IsOptional() @Whole('i32')
  time_zone?: number | null;
  @IsOptional() @Text()
  ip_address?: string | null;
  @IsOptional() @Text()
  accept_header?: string | null;
  @IsOptional() @Text()
  user_agent?: string | null;
  @IsOptional() @Text()
  os_type?: string | null;
  @IsOptional() @Text()
  os_version?: string | null;
  @IsOptional() @Text()
  device_model?: string | null;
  @IsOptional() @Text()
  accept_language?: string | null;
  @IsOptional() @Text()
  referer?: string | null;
}

export class MerchantConnectorDetails {
  @IsOptional() @Mapping()
  connector_account_details?: JsonObject | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
}

export class MerchantConnectorDetailsWrap {
  @Text()
  creds_identifier!: string;
  @IsOptional() @Nested(() => MerchantConnectorDetails)
  encoded_data?: MerchantConnectorDetails | null;
}

@Closed()
export class AdyenSplitItem {
  @Whole('i64')
  amount!: number;
  @OneOf(AdyenSplitType)
  split_type!: AdyenSplitType;
  @IsOptional() @Text()
  account?: string | null;
  @Text()
  reference!: string;
  @IsOptional() @Text()
  description?: string | null;
}

@Closed()
export class AdyenSplitData {
  @IsOptional() @Text()
  store?: string | null;
  @List() @Nested(() => AdyenSplitItem, { each: true })
  split_items!: AdyenSplitItem[];
}

@Closed()
export class XenditSplitSubMerchantData {
  @Text()
  for_user_id!: string;
}

export class AmountFilter {
  @IsOptional() @Whole('i64')
  start_amount?: number | null;
  @IsOptional() @Whole('i64')
  end_amount?: number | null;
}

export class TimeRange {
  @Instant()
  start_time!: string;
  @IsOptional() @Instant()
  end_time?: string | null;
}

export class DeviceDetails {
  @IsOptional() @Text()
  device_type?: string | null;
  @IsOptional() @Text()
  device_brand?: string | null;
  @IsOptional() @Text()
  device_os?: string | null;
  @IsOptional() @Text()
  device_display?: string | null;
}

export class SdkInformation {
  @Text()
  sdk_app_id!: string;
  @Text()
  sdk_enc_data!: string;
  @Mapping()
  sdk_ephem_pub_key!: JsonObject;
  @Text()
  sdk_trans_id!: string;
  @Text()
  sdk_reference_number!: string;
  @Whole('u32')
  sdk_max_timeout!: number;
  @IsOptional() @OneOf(SdkType)
  sdk_type?: SdkType | null;
  @IsOptional() @Nested(() => DeviceDetails)
  device_details?: DeviceDetails | null;
}

export class ApplePayDecrypt {
  @Text()
  dpan!: string;
  @Text()
  expiry_month!: string;
  @Text()
  expiry_year!: string;
  @Text()
  card_holder_name!: string;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
}

export class GooglePayDecrypt {
  @Text()
  application_primary_account_number!: string;
  @Text()
  expiry_month!: string;
  @Text()
  expiry_year!: string;
  @Text()
  card_holder_name!: string;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
}

export class Paypal {
  @IsOptional() @Text()
  email?: string | null;
  @IsOptional() @Text()
  telephone_number?: string | null;
  @IsOptional() @Text()
  paypal_id?: string | null;
}

export class Venmo {
  @Text()
  telephone_number!: string;
}

@Variants(['apple_pay_decrypt', 'google_pay_decrypt', 'paypal', 'venmo'])
export class Wallet {
  @MayBeAbsent() @Nested(() => ApplePayDecrypt)
  apple_pay_decrypt?: ApplePayDecrypt;
  @MayBeAbsent() @Nested(() => GooglePayDecrypt)
  google_pay_decrypt?: GooglePayDecrypt;
  @MayBeAbsent() @Nested(() => Paypal)
  paypal?: Paypal;
  @MayBeAbsent() @Nested(() => Venmo)
  venmo?: Venmo;
}

export class BankTransfer {
  @OneOf(['ach', 'bacs', 'sepa', 'pix', 'pix_key', 'pix_emv', 'trustly', 'open_banking'])
  payout_method_type!: 'ach' | 'bacs' | 'sepa' | 'pix' | 'pix_key' | 'pix_emv' | 'trustly' | 'open_banking';
  @IsOptional() @Text()
  bank_name?: string | null;
  @AnyJson()
  bank_country_code?: unknown;
  @IsOptional() @Text()
  bank_city?: string | null;
  @MayBeAbsent() @Text()
  bank_account_number?: string;
  @MayBeAbsent() @Text()
  bank_routing_number?: string;
  @AnyJson()
  account_holder_name?: unknown;
  @MayBeAbsent() @Text()
  bank_sort_code?: string;
  @MayBeAbsent() @Text()
  iban?: string;
  @MayBeAbsent() @Text()
  bic?: string;
  @IsOptional() @Text()
  bank_branch?: string | null;
  @IsOptional() @Text()
  tax_id?: string | null;
  @IsOptional() @Text()
  ispb?: string | null;
  @MayBeAbsent() @Text()
  pix_key?: string;
  @MayBeAbsent() @Text()
  emv?: string;
  @MayBeAbsent() @Text()
  bank_number?: string;
}
