/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AbsoluteUrl, Closed, Flag, List, Mapping, Nested, OneOf, Text } from '../decorators';
import type { JsonObject } from '../json';
import { CountryAlpha2, MerchantAccountType, MerchantProductType } from './enums';
import { AddressDetails, EnabledPaymentMethod, NetworkTokeizationProviderCredentials, StaticRoutingAlgorithm, WebhookDetails } from './parts';

@Closed()
export class MerchantDetails {
  @IsOptional() @Text({ max: 255 })
  primary_contact_person?: string | null;
  @IsOptional() @Text({ max: 255 })
  primary_phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  primary_email?: string | null;
  @IsOptional() @Text({ max: 255 })
  secondary_contact_person?: string | null;
  @IsOptional() @Text({ max: 255 })
  secondary_phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  secondary_email?: string | null;
  @IsOptional() @Text({ max: 255 })
  website?: string | null;
  @IsOptional() @Text({ max: 255 })
  about_business?: string | null;
  @IsOptional() @Nested(() => AddressDetails)
  address?: AddressDetails | null;
  @IsOptional() @Text()
  merchant_tax_registration_id?: string | null;
}

@Closed()
export class PrimaryBusinessDetails {
  @OneOf(CountryAlpha2)
  country!: CountryAlpha2;
  @Text()
  business!: string;
}

export class BusinessCollectLinkConfig {
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
  @List() @Nested(() => EnabledPaymentMethod, { each: true })
  enabled_payment_methods!: EnabledPaymentMethod[];
}

@Closed()
export class MerchantAccountCreate {
  @Text({ min: 1, max: 64, reference: true })
  merchant_id!: string;
  @IsOptional() @Text()
  merchant_name?: string | null;
  @IsOptional() @Nested(() => MerchantDetails)
  merchant_details?: MerchantDetails | null;
  @IsOptional() @AbsoluteUrl({ max: 255 })
  return_url?: string | null;
  @IsOptional() @Nested(() => WebhookDetails)
  webhook_details?: WebhookDetails | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  payout_routing_algorithm?: StaticRoutingAlgorithm | null;
  @IsOptional() @Flag()
  sub_merchants_enabled?: boolean | null;
  @IsOptional() @Text({ max: 255 })
  parent_merchant_id?: string | null;
  @IsOptional() @Flag()
  enable_payment_response_hash?: boolean | null;
  @IsOptional() @Text()
  payment_response_hash_key?: string | null;
  @IsOptional() @Flag()
  redirect_to_merchant_with_http_post?: boolean | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  publishable_key?: string | null;
  @IsOptional() @Text()
  locker_id?: string | null;
  @IsOptional() @List() @Nested(() => PrimaryBusinessDetails, { each: true })
  primary_business_details?: PrimaryBusinessDetails[] | null;
  @IsOptional() @Mapping()
  frm_routing_algorithm?: JsonObject | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  organization_id?: string | null;
  @IsOptional() @Nested(() => BusinessCollectLinkConfig)
  pm_collect_link_config?: BusinessCollectLinkConfig | null;
  @IsOptional() @OneOf(MerchantProductType)
  product_type?: MerchantProductType | null;
  @IsOptional() @OneOf(MerchantAccountType)
  merchant_account_type?: MerchantAccountType | null;
  @IsOptional() @Nested(() => NetworkTokeizationProviderCredentials)
  network_tokenization_credentials?: NetworkTokeizationProviderCredentials | null;
}

@Closed()
export class MerchantAccountUpdate {
  @Text({ min: 1, max: 64, reference: true })
  merchant_id!: string;
  @IsOptional() @Text()
  merchant_name?: string | null;
  @IsOptional() @Nested(() => MerchantDetails)
  merchant_details?: MerchantDetails | null;
  @IsOptional() @AbsoluteUrl({ max: 255 })
  return_url?: string | null;
  @IsOptional() @Nested(() => WebhookDetails)
  webhook_details?: WebhookDetails | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  payout_routing_algorithm?: StaticRoutingAlgorithm | null;
  @IsOptional() @Flag()
  sub_merchants_enabled?: boolean | null;
  @IsOptional() @Text({ max: 255 })
  parent_merchant_id?: string | null;
  @IsOptional() @Flag()
  enable_payment_response_hash?: boolean | null;
  @IsOptional() @Text()
  payment_response_hash_key?: string | null;
  @IsOptional() @Flag()
  redirect_to_merchant_with_http_post?: boolean | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text()
  publishable_key?: string | null;
  @IsOptional() @Text()
  locker_id?: string | null;
  @IsOptional() @List() @Nested(() => PrimaryBusinessDetails, { each: true })
  primary_business_details?: PrimaryBusinessDetails[] | null;
  @IsOptional() @Mapping()
  frm_routing_algorithm?: JsonObject | null;
  @IsOptional() @Text({ max: 64 })
  default_profile?: string | null;
  @IsOptional() @Nested(() => BusinessCollectLinkConfig)
  pm_collect_link_config?: BusinessCollectLinkConfig | null;
  @IsOptional() @Nested(() => NetworkTokeizationProviderCredentials)
  network_tokenization_credentials?: NetworkTokeizationProviderCredentials | null;
}

export class ToggleKVRequest {
  @Flag()
  kv_enabled!: boolean;
}
