/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, AnyJson, Closed, Flag, Instant, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { AdyenSplitType, CountryAlpha2, DocumentKind, ElementPosition, IntentStatus, PaymentMethod, PaymentMethodType, PayoutStatus, SdkDisplayMode, SizeVariants } from './enums';

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
