/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AnyJson, CardNumber, Closed, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { CardNetwork, CardType, PaymentMethod, PaymentMethodIssuerCode, PaymentMethodType } from './enums';
import { Address, BankTransfer, CustomerDetails, EnabledPaymentMethod, Wallet } from './parts';

@Closed()
export class CardDetail {
  @CardNumber()
  card_number!: string;
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @IsOptional() @Text()
  card_cvc?: string | null;
  @Text()
  card_holder_name!: string;
  @IsOptional() @Text()
  nick_name?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @Text()
  card_issuing_country_code?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @Text()
  card_type?: string | null;
}

@Variants(['ach'])
export class BankDebitDetail {
  @MayBeAbsent() @Mapping()
  ach?: JsonObject;
}

@Variants(['apple_pay_decrypted_data', 'google_pay_decrypted_data'])
export class WalletDetail {
  @MayBeAbsent() @Mapping()
  apple_pay_decrypted_data?: JsonObject;
  @MayBeAbsent() @Mapping()
  google_pay_decrypted_data?: JsonObject;
}

@Variants(['card', 'bank_debit', 'wallet'])
export class PaymentMethodCreateData {
  @MayBeAbsent() @Nested(() => CardDetail)
  card?: CardDetail;
  @MayBeAbsent() @Nested(() => BankDebitDetail)
  bank_debit?: BankDebitDetail;
  @MayBeAbsent() @Nested(() => WalletDetail)
  wallet?: WalletDetail;
}

@Closed()
export class PaymentMethodCreate {
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_type?: PaymentMethodType | null;
  @IsOptional() @Text()
  payment_method_issuer?: string | null;
  @IsOptional() @OneOf(PaymentMethodIssuerCode)
  payment_method_issuer_code?: PaymentMethodIssuerCode | null;
  @IsOptional() @Nested(() => CardDetail)
  card?: CardDetail | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  customer_id?: string | null;
  @IsOptional() @Text()
  card_network?: string | null;
  @AnyJson()
  bank_transfer?: unknown;
  @IsOptional() @Nested(() => BankTransfer)
  bank_transfer_data?: BankTransfer | null;
  @IsOptional() @Nested(() => Wallet)
  wallet?: Wallet | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Nested(() => PaymentMethodCreateData)
  payment_method_data?: PaymentMethodCreateData | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
}

export class PaymentMethodCollectLinkRequest {
  @IsOptional() @Text({ max: 255 })
  logo?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_name?: string | null;
  @IsOptional() @Text({ max: 255 })
  theme?: string | null;
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  pm_collect_link_id?: string | null;
  @Text({ min: 1, max: 64, reference: true })
  customer_id!: string;
  @IsOptional() @Whole('u32')
  session_expiry?: number | null;
  @IsOptional() @Text()
  return_url?: string | null;
  @IsOptional() @List() @Nested(() => EnabledPaymentMethod, { each: true })
  enabled_payment_methods?: EnabledPaymentMethod[] | null;
}

@Closed()
export class MigrateCardDetail {
  @Text()
  card_number!: string;
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  nick_name?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @Text()
  card_type?: string | null;
}

@Closed()
export class PaymentMethodMigrate {
  @Text()
  merchant_id!: string;
  @IsOptional() @OneOf(PaymentMethod)
  payment_method?: PaymentMethod | null;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_type?: PaymentMethodType | null;
  @IsOptional() @Text()
  payment_method_issuer?: string | null;
  @IsOptional() @OneOf(PaymentMethodIssuerCode)
  payment_method_issuer_code?: PaymentMethodIssuerCode | null;
  @IsOptional() @Nested(() => MigrateCardDetail)
  card?: MigrateCardDetail | null;
  @IsOptional() @Mapping()
  network_token?: JsonObject | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  customer_id?: string | null;
  @IsOptional() @Text()
  card_network?: string | null;
  @IsOptional() @Mapping()
  bank_transfer?: JsonObject | null;
  @IsOptional() @Mapping()
  wallet?: JsonObject | null;
  @IsOptional() @Mapping()
  payment_method_data?: JsonObject | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Mapping()
  connector_mandate_details?: JsonObject | null;
  @IsOptional() @Text()
  network_transaction_id?: string | null;
}

@Closed()
export class TokenizeCardRequest {
  @Text()
  raw_card_number!: string;
  @Text()
  card_expiry_month!: string;
  @Text()
  card_expiry_year!: string;
  @IsOptional() @Text()
  card_cvc?: string | null;
  @IsOptional() @Text()
  card_holder_name?: string | null;
  @IsOptional() @Text()
  nick_name?: string | null;
  @IsOptional() @Text()
  card_issuing_country?: string | null;
  @IsOptional() @Text()
  card_issuing_country_code?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @OneOf(CardType)
  card_type?: CardType | null;
}

@Closed()
export class TokenizePaymentMethodRequest {
  @IsOptional() @Text()
  card_cvc?: string | null;
}

@Closed()
export class CardNetworkTokenizeRequest {
  @IsOptional() @Nested(() => TokenizeCardRequest)
  card?: TokenizeCardRequest | null;
  @IsOptional() @Nested(() => TokenizePaymentMethodRequest)
  existing_payment_method?: TokenizePaymentMethodRequest | null;
  @Text()
  merchant_id!: string;
  @Nested(() => CustomerDetails)
  customer!: CustomerDetails;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  payment_method_issuer?: string | null;
}

@Closed()
export class CardDetailUpdate {
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @Text()
  card_holder_name!: string;
  @IsOptional() @Text()
  nick_name?: string | null;
  @IsOptional() @Text()
  last4_digits?: string | null;
  @IsOptional() @Text()
  card_issuer?: string | null;
  @IsOptional() @Text()
  issuer_country?: string | null;
  @IsOptional() @Text()
  issuer_country_code?: string | null;
  @IsOptional() @Text()
  card_network?: string | null;
}

export class PaymentMethodDataWalletInfo {
  @IsOptional() @Text()
  last4?: string | null;
  @IsOptional() @Text()
  card_network?: string | null;
  @IsOptional() @Text()
  type?: string | null;
  @IsOptional() @Text()
  card_exp_month?: string | null;
  @IsOptional() @Text()
  card_exp_year?: string | null;
  @IsOptional() @Text()
  auth_code?: string | null;
  @IsOptional() @Text()
  email?: string | null;
}

@Closed()
export class PaymentMethodUpdate {
  @IsOptional() @Nested(() => CardDetailUpdate)
  card?: CardDetailUpdate | null;
  @IsOptional() @Nested(() => PaymentMethodDataWalletInfo)
  wallet?: PaymentMethodDataWalletInfo | null;
  @IsOptional() @Text()
  client_secret?: string | null;
}
