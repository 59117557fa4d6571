/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Flag, Instant, List, OneOf, Text, Whole } from '../decorators';
import { BlocklistDataKind, CardNetwork, Connector, CountryAlpha2, Currency, DisputeStage, DisputeStatus, DynamicRoutingFeatures, MandateStatus, PaymentMethodType, ReceivedWebhookStatus, TransactionType } from './enums';

@Closed()
export class ApiKeyListQuery {
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('i64')
  skip?: number | null;
}

export class PaymentsRetrieveQuery {
  @IsOptional() @Flag()
  force_sync?: boolean | null;
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @Flag()
  expand_attempts?: boolean | null;
  @IsOptional() @Flag()
  expand_captures?: boolean | null;
  @IsOptional() @Text()
  merchant_id?: string | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

export class RefundRetrieveQuery {
  @IsOptional() @Flag()
  force_sync?: boolean | null;
}

@Closed()
export class PaymentListQuery {
  @IsOptional() @Text()
  customer_id?: string | null;
  @IsOptional() @Text()
  starting_after?: string | null;
  @IsOptional() @Text()
  ending_before?: string | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
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

@Closed()
export class DisputeListQuery {
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('i64')
  offset?: number | null;
  @IsOptional() @Text()
  dispute_id?: string | null;
  @IsOptional() @Text()
  payment_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(DisputeStatus)
  dispute_status?: DisputeStatus | null;
  @IsOptional() @OneOf(DisputeStage)
  dispute_stage?: DisputeStage | null;
  @IsOptional() @Text()
  reason?: string | null;
  @IsOptional() @Text()
  connector?: string | null;
  @IsOptional() @Text()
  merchant_connector_id?: string | null;
  @IsOptional() @OneOf(Currency)
  currency?: Currency | null;
  @IsOptional() @Instant()
  received_time?: string | null;
  @IsOptional() @Instant()
  'received_time.lt'?: string | null;
  @IsOptional() @Instant()
  'received_time.gt'?: string | null;
  @IsOptional() @Instant()
  'received_time.lte'?: string | null;
  @IsOptional() @Instant()
  'received_time.gte'?: string | null;
}

export class DisputeAggregateQuery {
  @Instant()
  start_time!: string;
  @IsOptional() @Instant()
  end_time?: string | null;
}

export class DisputeRetrieveQuery {
  @IsOptional() @Flag()
  force_sync?: boolean | null;
}

export class DisputesFetchQuery {
  @Text()
  fetch_from!: string;
  @Text()
  fetch_till!: string;
}

export class RefundAggregateQuery {
  @Instant()
  start_time!: string;
  @IsOptional() @Instant()
  end_time?: string | null;
}

@Closed()
export class PayoutListQuery {
  @IsOptional() @Text()
  customer_id?: string | null;
  @IsOptional() @Text()
  starting_after?: string | null;
  @IsOptional() @Text()
  ending_before?: string | null;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Instant()
  created?: string | null;
  @IsOptional() @Instant()
  start_time?: string | null;
  @IsOptional() @Instant()
  end_time?: string | null;
}

export class PayoutAggregateQuery {
  @Instant()
  start_time!: string;
  @IsOptional() @Instant()
  end_time?: string | null;
}

export class PayoutRetrieveQuery {
  @IsOptional() @Flag()
  force_sync?: boolean | null;
  @IsOptional() @Flag()
  expand_attempts?: boolean | null;
  @IsOptional() @Text()
  merchant_id?: string | null;
}

export class MerchantAccountListQuery {
  @Text()
  organization_id!: string;
}

export class PaymentsAggregateQuery {
  @Instant()
  start_time!: string;
  @IsOptional() @Instant()
  end_time?: string | null;
}

export class FeatureMatrixQuery {
  @IsOptional() @List() @OneOf(Connector, { each: true })
  connectors?: Connector[] | null;
}

export class CardInfoQuery {
  @IsOptional() @Text()
  client_secret?: string | null;
}

export class CustomerListQuery {
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Whole('u16')
  limit?: number | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  customer_id?: string | null;
}

export class CustomerListWithCountQuery {
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Whole('u16')
  limit?: number | null;
  @IsOptional() @Text({ min: 1, max: 64 })
  customer_id?: string | null;
  @IsOptional() @Instant()
  start_time?: string | null;
  @IsOptional() @Instant()
  end_time?: string | null;
}

@Closed()
export class MandateListQuery {
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('i64')
  offset?: number | null;
  @IsOptional() @OneOf(MandateStatus)
  mandate_status?: MandateStatus | null;
  @IsOptional() @Text()
  connector?: string | null;
  @IsOptional() @Instant()
  created_time?: string | null;
  @IsOptional() @Instant()
  'created_time.lt'?: string | null;
  @IsOptional() @Instant()
  'created_time.gt'?: string | null;
  @IsOptional() @Instant()
  'created_time.lte'?: string | null;
  @IsOptional() @Instant()
  'created_time.gte'?: string | null;
}

@Closed()
export class PaymentMethodListQuery {
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @List() @OneOf(CountryAlpha2, { each: true })
  accepted_countries?: CountryAlpha2[] | null;
  @IsOptional() @List() @OneOf(Currency, { each: true })
  accepted_currencies?: Currency[] | null;
  @IsOptional() @Whole('i64')
  amount?: number | null;
  @IsOptional() @Flag()
  recurring_enabled?: boolean | null;
  @IsOptional() @Flag()
  installment_payment_enabled?: boolean | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @List() @OneOf(CardNetwork, { each: true })
  card_networks?: CardNetwork[] | null;
}

@Closed()
export class PaymentMethodLimitsQuery {
  @OneOf(Connector)
  connector!: Connector;
  @OneOf(PaymentMethodType)
  paymentMethodType!: PaymentMethodType;
}

@Closed()
export class CustomerPaymentMethodsQuery {
  @IsOptional() @Text()
  client_secret?: string | null;
  @IsOptional() @List() @OneOf(CountryAlpha2, { each: true })
  accepted_countries?: CountryAlpha2[] | null;
  @IsOptional() @List() @OneOf(Currency, { each: true })
  accepted_currencies?: Currency[] | null;
  @IsOptional() @Whole('i64')
  amount?: number | null;
  @IsOptional() @Flag()
  recurring_enabled?: boolean | null;
  @IsOptional() @Flag()
  installment_payment_enabled?: boolean | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @List() @OneOf(CardNetwork, { each: true })
  card_networks?: CardNetwork[] | null;
}

export class ListBlocklistQuery {
  @OneOf(BlocklistDataKind)
  data_kind!: BlocklistDataKind;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
}

export class ToggleBlocklistQuery {
  @Flag()
  status!: boolean;
}

export class ListBlocklistJobsQuery {
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
}

export class CardIssuerListQuery {
  @IsOptional() @Text()
  query?: string | null;
  @IsOptional() @Whole('u32')
  limit?: number | null;
}

export class PaymentLinkQuery {
  @IsOptional() @Text()
  client_secret?: string | null;
}

export class RelayRetrieveQuery {
  @IsOptional() @Flag()
  force_sync?: boolean | null;
}

export class ForexConversionQuery {
  @Whole('u64')
  amount!: number;
  @Text()
  to_currency!: string;
  @Text()
  from_currency!: string;
}

export class ApplepayVerifiedDomainsQuery {
  @Text()
  merchant_id!: string;
  @Text()
  merchant_connector_account_id!: string;
}

export class RoutingListQuery {
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(TransactionType)
  transaction_type?: TransactionType | null;
}

export class RuleMigrationQuery {
  @Text()
  profile_id!: string;
  @Text()
  merchant_id!: string;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
}

export class RoutingActiveQuery {
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(TransactionType)
  transaction_type?: TransactionType | null;
}

export class PayoutRoutingListQuery {
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Text()
  profile_id?: string | null;
}

export class PayoutRoutingActiveQuery {
  @IsOptional() @Text()
  profile_id?: string | null;
}

export class DynamicRoutingToggleQuery {
  @OneOf(DynamicRoutingFeatures)
  enable!: DynamicRoutingFeatures;
}

export class VolumeSplitQuery {
  @Whole('u32')
  split!: number;
}

export class SdkConfigQuery {
  @IsOptional() @Text()
  client_secret?: string | null;
}

@Closed()
export class StuckListQuery {
  @IsOptional() @Whole('u64')
  min_age_seconds?: number | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('u64')
  offset?: number | null;
}

@Closed()
export class IncidentListQuery {
  @IsOptional() @Flag()
  all?: boolean | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('u64')
  offset?: number | null;
}

@Closed()
export class PaymentTraceQuery {
  @IsOptional() @Text()
  merchant_id?: string | null;
}

@Closed()
export class ReconciliationAccountListQuery {
  @Text({ min: 1, max: 64 })
  connector!: string;
  @IsOptional() @Text({ min: 1, max: 1024 })
  cursor?: string | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
}

@Closed()
export class ReconciliationListQuery {
  @IsOptional() @Text({ min: 1, max: 64 })
  connector?: string | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('u64')
  offset?: number | null;
}

@Closed()
export class ReceivedWebhookListQuery {
  @IsOptional() @OneOf(ReceivedWebhookStatus)
  status?: ReceivedWebhookStatus | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('u64')
  offset?: number | null;
}
