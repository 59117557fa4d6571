/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Flag, Instant, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { Currency, RefundManualUpdateStatus, RefundStatus, RefundType } from './enums';
import { AdyenSplitData, AmountFilter, MerchantConnectorDetailsWrap, XenditSplitSubMerchantData } from './parts';

@Closed()
export class StripeSplitRefundRequest {
  @IsOptional() @Flag()
  revert_platform_fee?: boolean | null;
  @IsOptional() @Flag()
  revert_transfer?: boolean | null;
}

@Variants(['stripe_split_refund', 'adyen_split_refund', 'xendit_split_refund'])
export class SplitRefund {
  @MayBeAbsent() @Nested(() => StripeSplitRefundRequest)
  stripe_split_refund?: StripeSplitRefundRequest;
  @MayBeAbsent() @Nested(() => AdyenSplitData)
  adyen_split_refund?: AdyenSplitData;
  @MayBeAbsent() @Nested(() => XenditSplitSubMerchantData)
  xendit_split_refund?: XenditSplitSubMerchantData;
}

@Closed()
export class RefundRequest {
  @Text({ min: 1, max: 30, reference: true })
  payment_id!: string;
  @IsOptional() @Text()
  refund_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  merchant_id?: string | null;
  @IsOptional() @Whole('i64')
  amount?: number | null;
  @IsOptional() @Text({ max: 255 })
  reason?: string | null;
  @IsOptional() @OneOf(RefundType)
  refund_type?: RefundType | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @Nested(() => SplitRefund)
  split_refunds?: SplitRefund | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

@Closed()
export class RefundUpdateRequest {
  @IsOptional() @Text({ max: 255 })
  reason?: string | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
}

export class RefundListRequest {
  @MayBeAbsent() @Instant()
  start_time?: string;
  @IsOptional() @Instant()
  end_time?: string | null;
  @IsOptional() @Text()
  payment_id?: string | null;
  @IsOptional() @Text()
  refund_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @Whole('i64')
  limit?: number | null;
  @IsOptional() @Whole('i64')
  offset?: number | null;
  @IsOptional() @Nested(() => AmountFilter)
  amount_filter?: AmountFilter | null;
  @IsOptional() @List() @Text({ each: true })
  connector?: string[] | null;
  @IsOptional() @List() @Text({ each: true })
  merchant_connector_id?: string[] | null;
  @IsOptional() @List() @OneOf(Currency, { each: true })
  currency?: Currency[] | null;
  @IsOptional() @List() @OneOf(RefundStatus, { each: true })
  refund_status?: RefundStatus[] | null;
}

export class RefundSyncRequest {
  @Text()
  refund_id!: string;
  @IsOptional() @Flag()
  force_sync?: boolean | null;
  @IsOptional() @Nested(() => MerchantConnectorDetailsWrap)
  merchant_connector_details?: MerchantConnectorDetailsWrap | null;
  @IsOptional() @Flag()
  all_keys_required?: boolean | null;
}

@Closed()
export class RefundManualUpdateRequest {
  @MayBeAbsent() @Text()
  refund_id?: string;
  @Text()
  merchant_id!: string;
  @IsOptional() @OneOf(RefundManualUpdateStatus)
  status?: RefundManualUpdateStatus | null;
  @IsOptional() @Text()
  error_code?: string | null;
  @IsOptional() @Text()
  error_message?: string | null;
}
