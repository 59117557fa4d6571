/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Flag, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { CardNetwork, Connector, ConnectorStatus, ConnectorType, CountryAlpha2, Currency, EventType, FrmAction, FrmPreferredFlowTypes, PaymentExperience, PaymentMethod, PaymentMethodType } from './enums';

export class AcceptedCurrencies {
  @OneOf(['enable_only', 'disable_only', 'all_accepted'])
  type!: 'enable_only' | 'disable_only' | 'all_accepted';
  @MayBeAbsent() @List() @OneOf(Currency, { each: true })
  list?: Currency[];
}

export class AcceptedCountries {
  @OneOf(['enable_only', 'disable_only', 'all_accepted'])
  type!: 'enable_only' | 'disable_only' | 'all_accepted';
  @MayBeAbsent() @List() @OneOf(CountryAlpha2, { each: true })
  list?: CountryAlpha2[];
}

export class RequestPaymentMethodTypes {
  @OneOf(PaymentMethodType)
  payment_method_type!: PaymentMethodType;
  @IsOptional() @OneOf(PaymentExperience)
  payment_experience?: PaymentExperience | null;
  @IsOptional() @List() @OneOf(CardNetwork, { each: true })
  card_networks?: CardNetwork[] | null;
  @IsOptional() @Nested(() => AcceptedCurrencies)
  accepted_currencies?: AcceptedCurrencies | null;
  @IsOptional() @Nested(() => AcceptedCountries)
  accepted_countries?: AcceptedCountries | null;
  @IsOptional() @Whole('i64')
  minimum_amount?: number | null;
  @IsOptional() @Whole('i64')
  maximum_amount?: number | null;
  @IsOptional() @Flag()
  recurring_enabled?: boolean | null;
  @IsOptional() @Flag()
  installment_payment_enabled?: boolean | null;
}

@Closed()
export class PaymentMethodsEnabled {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @IsOptional() @List() @Nested(() => RequestPaymentMethodTypes, { each: true })
  payment_method_types?: RequestPaymentMethodTypes[] | null;
}

@Closed()
export class MerchantConnectorWebhookDetails {
  @Text()
  merchant_secret!: string;
  @IsOptional() @Text()
  additional_secret?: string | null;
}

@Closed()
export class FrmPaymentMethodType {
  @OneOf(PaymentMethodType)
  payment_method_type!: PaymentMethodType;
  @OneOf(CardNetwork)
  card_networks!: CardNetwork;
  @OneOf(FrmPreferredFlowTypes)
  flow!: FrmPreferredFlowTypes;
  @OneOf(FrmAction)
  action!: FrmAction;
}

@Closed()
export class FrmPaymentMethod {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @IsOptional() @List() @Nested(() => FrmPaymentMethodType, { each: true })
  payment_method_types?: FrmPaymentMethodType[] | null;
  @IsOptional() @OneOf(FrmPreferredFlowTypes)
  flow?: FrmPreferredFlowTypes | null;
}

@Closed()
export class FrmConfigs {
  @OneOf(ConnectorType)
  gateway!: ConnectorType;
  @List() @Nested(() => FrmPaymentMethod, { each: true })
  payment_methods!: FrmPaymentMethod[];
}

@Variants(['iban', 'bacs', 'faster_payments', 'sepa', 'sepa_instant', 'elixir', 'bankgiro', 'plusgiro'])
export class MerchantAccountData {
  @MayBeAbsent() @Mapping()
  iban?: JsonObject;
  @MayBeAbsent() @Mapping()
  bacs?: JsonObject;
  @MayBeAbsent() @Mapping()
  faster_payments?: JsonObject;
  @MayBeAbsent() @Mapping()
  sepa?: JsonObject;
  @MayBeAbsent() @Mapping()
  sepa_instant?: JsonObject;
  @MayBeAbsent() @Mapping()
  elixir?: JsonObject;
  @MayBeAbsent() @Mapping()
  bankgiro?: JsonObject;
  @MayBeAbsent() @Mapping()
  plusgiro?: JsonObject;
}

@Variants(['connector_recipient_id', 'wallet_id', 'account_data'])
export class MerchantRecipientData {
  @IsOptional() @Text()
  connector_recipient_id?: string | null;
  @IsOptional() @Text()
  wallet_id?: string | null;
  @MayBeAbsent() @Nested(() => MerchantAccountData)
  account_data?: MerchantAccountData;
}

@Variants(['open_banking_recipient_data'])
export class AdditionalMerchantData {
  @MayBeAbsent() @Nested(() => MerchantRecipientData)
  open_banking_recipient_data?: MerchantRecipientData;
}

@Closed()
export class ConnectorWalletDetails {
  @IsOptional() @Mapping()
  apple_pay_combined?: JsonObject | null;
  @IsOptional() @Mapping()
  apple_pay?: JsonObject | null;
  @IsOptional() @Mapping()
  amazon_pay?: JsonObject | null;
  @IsOptional() @Mapping()
  samsung_pay?: JsonObject | null;
  @IsOptional() @Mapping()
  paze?: JsonObject | null;
  @IsOptional() @Mapping()
  google_pay?: JsonObject | null;
}

@Closed()
export class MerchantConnectorCreate {
  @OneOf(ConnectorType)
  connector_type!: ConnectorType;
  @OneOf(Connector)
  connector_name!: Connector;
  @IsOptional() @Text()
  connector_label?: string | null;
  @IsOptional() @Text({ max: 64 })
  profile_id?: string | null;
  @IsOptional() @Mapping()
  connector_account_details?: JsonObject | null;
  @IsOptional() @List() @Nested(() => PaymentMethodsEnabled, { each: true })
  payment_methods_enabled?: PaymentMethodsEnabled[] | null;
  @IsOptional() @Nested(() => MerchantConnectorWebhookDetails)
  connector_webhook_details?: MerchantConnectorWebhookDetails | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Flag()
  test_mode?: boolean | null;
  @IsOptional() @Flag()
  disabled?: boolean | null;
  @IsOptional() @List() @Nested(() => FrmConfigs, { each: true })
  frm_configs?: FrmConfigs[] | null;
  @IsOptional() @OneOf(CountryAlpha2)
  business_country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  business_label?: string | null;
  @IsOptional() @Text()
  business_sub_label?: string | null;
  @IsOptional() @Text()
  merchant_connector_id?: string | null;
  @IsOptional() @Mapping()
  pm_auth_config?: JsonObject | null;
  @IsOptional() @OneOf(ConnectorStatus)
  status?: ConnectorStatus | null;
  @IsOptional() @Nested(() => AdditionalMerchantData)
  additional_merchant_data?: AdditionalMerchantData | null;
  @IsOptional() @Nested(() => ConnectorWalletDetails)
  connector_wallets_details?: ConnectorWalletDetails | null;
}

@Closed()
export class MerchantConnectorUpdate {
  @OneOf(ConnectorType)
  connector_type!: ConnectorType;
  @IsOptional() @Text()
  connector_label?: string | null;
  @IsOptional() @Mapping()
  connector_account_details?: JsonObject | null;
  @IsOptional() @List() @Nested(() => PaymentMethodsEnabled, { each: true })
  payment_methods_enabled?: PaymentMethodsEnabled[] | null;
  @IsOptional() @Nested(() => MerchantConnectorWebhookDetails)
  connector_webhook_details?: MerchantConnectorWebhookDetails | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Flag()
  test_mode?: boolean | null;
  @IsOptional() @Flag()
  disabled?: boolean | null;
  @IsOptional() @List() @Nested(() => FrmConfigs, { each: true })
  frm_configs?: FrmConfigs[] | null;
  @IsOptional() @Mapping()
  pm_auth_config?: JsonObject | null;
  @IsOptional() @OneOf(ConnectorStatus)
  status?: ConnectorStatus | null;
  @IsOptional() @Nested(() => AdditionalMerchantData)
  additional_merchant_data?: AdditionalMerchantData | null;
  @IsOptional() @Nested(() => ConnectorWalletDetails)
  connector_wallets_details?: ConnectorWalletDetails | null;
}

export class ConnectorVerifyRequest {
  @OneOf(Connector)
  connector_name!: Connector;
  @Mapping()
  connector_account_details!: JsonObject;
}

export class ApplepayMerchantVerificationRequest {
  @List() @Text({ each: true })
  domain_names!: string[];
  @Text()
  merchant_connector_account_id!: string;
}

@Variants(['specific_event'], { words: ['all_events'] })
export class ConnectorWebhookEventType {
  @MayBeAbsent() @OneOf(EventType)
  specific_event?: EventType;
}

@Closed()
export class ConnectorWebhookRegisterRequest {
  @IsOptional() @Nested(() => ConnectorWebhookEventType)
  event_type?: ConnectorWebhookEventType | 'all_events' | null;
}
