/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, AnyJson, CardNumber, Closed, Flag, Instant, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { CardNetwork, CountryAlpha2, Currency, PaymentMethodType, PayoutEntityType, PayoutSendPriority, PayoutStatus, PayoutType, RoutableConnectors, UIWidgetFormLayout } from './enums';
import { Address, BankTransfer, BrowserInformation, CustomerDetails, EnabledPaymentMethod, StaticRoutingAlgorithm, Wallet } from './parts';

export class CardPayout {
  @CardNumber()
  card_number!: string;
  @Text()
  expiry_month!: string;
  @Text()
  expiry_year!: string;
  @Text()
  card_holder_name!: string;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
}

export class Interac {
  @Text()
  email!: string;
}

export class OpenBankingUk {
  @Text()
  account_holder_name!: string;
  @Text()
  iban!: string;
}

@Variants(['interac', 'open_banking_uk'])
export class BankRedirect {
  @MayBeAbsent() @Nested(() => Interac)
  interac?: Interac;
  @MayBeAbsent() @Nested(() => OpenBankingUk)
  open_banking_uk?: OpenBankingUk;
}

export class Passthrough {
  @Text()
  psp_token!: string;
  @Text()
  psp_customer_id!: string;
  @OneOf(PaymentMethodType)
  token_type!: PaymentMethodType;
}

@Variants(['card', 'bank', 'wallet', 'bank_redirect', 'passthrough', 'bank_transfer'])
export class PayoutMethodData {
  @MayBeAbsent() @Nested(() => CardPayout)
  card?: CardPayout;
  @AnyJson()
  bank?: unknown;
  @MayBeAbsent() @Nested(() => Wallet)
  wallet?: Wallet;
  @MayBeAbsent() @Nested(() => BankRedirect)
  bank_redirect?: BankRedirect;
  @MayBeAbsent() @Nested(() => Passthrough)
  passthrough?: Passthrough;
  @MayBeAbsent() @Nested(() => BankTransfer)
  bank_transfer?: BankTransfer;
}

export class PayoutCreatePayoutLinkConfig {
  @IsOptional() @Text({ max: 255 })
  logo?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  theme?: string | null;
  @IsOptional() @Text()
  payout_link_id?: string | null;
  @IsOptional() @List() @Nested(() => EnabledPaymentMethod, { each: true })
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
  @IsOptional() @OneOf(UIWidgetFormLayout)
  form_layout?: UIWidgetFormLayout | null;
  @IsOptional() @Flag()
  test_mode?: boolean | null;
}

@Closed()
export class PayoutsCreateRequest {
  @IsOptional() @Text({ min: 30, max: 30, reference: true })
  payout_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_order_reference_id?: string | null;
  @Whole('i64')
  amount!: number;
  @OneOf(Currency)
  currency!: Currency;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  routing?: StaticRoutingAlgorithm | null;
  @IsOptional() @List() @OneOf(RoutableConnectors, { each: true })
  connector?: RoutableConnectors[] | null;
  @IsOptional() @Flag()
  confirm?: boolean | null;
  @IsOptional() @OneOf(PayoutType)
  payout_type?: PayoutType | null;
  @IsOptional() @Nested(() => PayoutMethodData)
  payout_method_data?: PayoutMethodData | null;
  @IsOptional() @Nested(() => BankTransfer)
  source_bank_data?: BankTransfer | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Flag()
  auto_fulfill?: boolean | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  customer_id?: string | null;
  @IsOptional() @Nested(() => CustomerDetails)
  customer?: CustomerDetails | null;
  @IsOptional() @AbsoluteUrl()
  return_url?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  business_country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  business_label?: string | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @OneOf(PayoutEntityType)
  entity_type?: PayoutEntityType | null;
  @IsOptional() @Flag()
  recurring?: boolean | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  payout_token?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(PayoutSendPriority)
  priority?: PayoutSendPriority | null;
  @IsOptional() @Flag()
  payout_link?: boolean | null;
  @IsOptional() @Nested(() => PayoutCreatePayoutLinkConfig)
  payout_link_config?: PayoutCreatePayoutLinkConfig | null;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Text()
  payout_method_id?: string | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
}

@Closed()
export class PayoutListFilterConstraints {
  @IsOptional() @Instant()
  start_time?: string | null;
  @IsOptional() @Instant()
  end_time?: string | null;
  @IsOptional() @Text()
  payout_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_order_reference_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @Text()
  customer_id?: string | null;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @List() @Text({ each: true })
  connector?: string[] | null;
  @AnyJson()
  currency?: unknown;
  @IsOptional() @List() @OneOf(PayoutStatus, { each: true })
  status?: PayoutStatus[] | null;
  @IsOptional() @List() @OneOf(PayoutType, { each: true })
  payout_method?: PayoutType[] | null;
  @AnyJson()
  entity_type?: unknown;
}

@Closed()
export class PayoutUpdateRequest {
  @IsOptional() @Text({ max: 255 })
  merchant_order_reference_id?: string | null;
  @IsOptional() @Whole('i64')
  amount?: number | null;
  @IsOptional() @OneOf(Currency)
  currency?: Currency | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  routing?: StaticRoutingAlgorithm | null;
  @IsOptional() @List() @OneOf(RoutableConnectors, { each: true })
  connector?: RoutableConnectors[] | null;
  @IsOptional() @Flag()
  confirm?: boolean | null;
  @IsOptional() @OneOf(PayoutType)
  payout_type?: PayoutType | null;
  @IsOptional() @Nested(() => PayoutMethodData)
  payout_method_data?: PayoutMethodData | null;
  @IsOptional() @Nested(() => BankTransfer)
  source_bank_data?: BankTransfer | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Flag()
  auto_fulfill?: boolean | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  customer_id?: string | null;
  @IsOptional() @Nested(() => CustomerDetails)
  customer?: CustomerDetails | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @AbsoluteUrl()
  return_url?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  business_country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  business_label?: string | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @OneOf(PayoutEntityType)
  entity_type?: PayoutEntityType | null;
  @IsOptional() @Flag()
  recurring?: boolean | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  payout_token?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(PayoutSendPriority)
  priority?: PayoutSendPriority | null;
  @IsOptional() @Flag()
  payout_link?: boolean | null;
  @IsOptional() @Nested(() => PayoutCreatePayoutLinkConfig)
  payout_link_config?: PayoutCreatePayoutLinkConfig | null;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Text()
  payout_method_id?: string | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
}

@Closed()
export class PayoutConfirmRequest {
  @IsOptional() @Text({ max: 255 })
  merchant_order_reference_id?: string | null;
  @IsOptional() @Whole('i64')
  amount?: number | null;
  @IsOptional() @OneOf(Currency)
  currency?: Currency | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  routing?: StaticRoutingAlgorithm | null;
  @IsOptional() @List() @OneOf(RoutableConnectors, { each: true })
  connector?: RoutableConnectors[] | null;
  @IsOptional() @OneOf(PayoutType)
  payout_type?: PayoutType | null;
  @IsOptional() @Nested(() => PayoutMethodData)
  payout_method_data?: PayoutMethodData | null;
  @IsOptional() @Nested(() => BankTransfer)
  source_bank_data?: BankTransfer | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Flag()
  auto_fulfill?: boolean | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  customer_id?: string | null;
  @IsOptional() @Nested(() => CustomerDetails)
  customer?: CustomerDetails | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @AbsoluteUrl()
  return_url?: string | null;
  @IsOptional() @OneOf(CountryAlpha2)
  business_country?: CountryAlpha2 | null;
  @IsOptional() @Text()
  business_label?: string | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @OneOf(PayoutEntityType)
  entity_type?: PayoutEntityType | null;
  @IsOptional() @Flag()
  recurring?: boolean | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  payout_token?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(PayoutSendPriority)
  priority?: PayoutSendPriority | null;
  @IsOptional() @Flag()
  payout_link?: boolean | null;
  @IsOptional() @Nested(() => PayoutCreatePayoutLinkConfig)
  payout_link_config?: PayoutCreatePayoutLinkConfig | null;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Text()
  payout_method_id?: string | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_info?: BrowserInformation | null;
}

export class PayoutCancelRequest {
  @IsOptional() @Text()
  payout_id?: string | null;
}

export class PayoutFulfillRequest {
  @IsOptional() @Text()
  payout_id?: string | null;
}

@Closed()
export class PayoutManualUpdateRequest {
  @IsOptional() @Text()
  payout_id?: string | null;
  @Text()
  payout_attempt_id!: string;
  @Text()
  merchant_id!: string;
  @IsOptional() @OneOf(PayoutStatus)
  status?: PayoutStatus | null;
  @IsOptional() @Text({ max: 255 })
  error_code?: string | null;
  @IsOptional() @Text({ max: 1024 })
  error_message?: string | null;
  @IsOptional() @Text({ max: 255 })
  connector_payout_id?: string | null;
}
