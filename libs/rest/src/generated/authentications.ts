/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, AnyJson, Flag, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import { AuthenticationConnectors, AuthenticationPaymentMethodType, Currency, DeviceChannel, PaymentMethod, PaymentMethodType, ScaExemptionType, ThreeDsCompletionIndicator } from './enums';
import { Address, BankDebitData, BankRedirectData, BankTransferData, BrowserInformation, Card, CardRedirectData, CardToken, CryptoData, CustomerDetails, GiftCardData, MobilePaymentData, NetworkTokenData, OpenBankingData, PayLaterData, ProxyCardData, RealTimePaymentData, SdkInformation, UpiData, VaultCardToken, VoucherData, WalletData } from './parts';

export class AcquirerDetails {
  @IsOptional() @Text()
  acquirer_bin?: string | null;
  @IsOptional() @Text()
  acquirer_merchant_id?: string | null;
  @IsOptional() @Text()
  merchant_country_code?: string | null;
}

export class AuthenticationCreateRequest {
  @IsOptional() @Text({ min: 1, max: 30, reference: true })
  authentication_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @Whole('i64')
  amount!: number;
  @IsOptional() @OneOf(AuthenticationConnectors)
  authentication_connector?: AuthenticationConnectors | null;
  @OneOf(Currency)
  currency!: Currency;
  @IsOptional() @AbsoluteUrl({ max: 2048 })
  return_url?: string | null;
  @IsOptional() @Flag()
  force_3ds_challenge?: boolean | null;
  @IsOptional() @OneOf(ScaExemptionType)
  psd2_sca_exemption_type?: ScaExemptionType | null;
  @IsOptional() @Text()
  profile_acquirer_id?: string | null;
  @IsOptional() @Nested(() => AcquirerDetails)
  acquirer_details?: AcquirerDetails | null;
  @IsOptional() @Nested(() => CustomerDetails)
  customer_details?: CustomerDetails | null;
}

@Variants(['card', 'card_redirect', 'wallet', 'pay_later', 'bank_redirect', 'bank_debit', 'bank_transfer', 'real_time_payment', 'crypto', 'upi', 'voucher', 'gift_card', 'card_token', 'open_banking', 'mobile_payment', 'network_token', 'vault_data_card', 'vault_card_token_data'])
export class PaymentMethodData {
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
}

export class AuthenticationEligibilityRequest {
  @Nested(() => PaymentMethodData)
  payment_method_data!: PaymentMethodData;
  @OneOf(PaymentMethod)
  payment_method!: PaymentMethod;
  @IsOptional() @OneOf(PaymentMethodType)
  payment_method_type?: PaymentMethodType | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @Nested(() => Address)
  billing?: Address | null;
  @IsOptional() @Nested(() => Address)
  shipping?: Address | null;
  @IsOptional() @Nested(() => BrowserInformation)
  browser_information?: BrowserInformation | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
}

export class AuthenticationAuthenticateRequest {
  @Text()
  client_secret!: string;
  @IsOptional() @Nested(() => SdkInformation)
  sdk_information?: SdkInformation | null;
  @OneOf(DeviceChannel)
  device_channel!: DeviceChannel;
  @OneOf(ThreeDsCompletionIndicator)
  threeds_method_comp_ind!: ThreeDsCompletionIndicator;
}

export class PostAuthenticationRequestPaymentMethodData {
  @OneOf(AuthenticationPaymentMethodType)
  payment_method_type!: AuthenticationPaymentMethodType;
  @AnyJson()
  payment_method_data!: unknown;
}

export class AuthenticationSyncRequest {
  @Text()
  client_secret!: string;
  @IsOptional() @Nested(() => PostAuthenticationRequestPaymentMethodData)
  payment_method_details?: PostAuthenticationRequestPaymentMethodData | null;
}
