/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { MayBeAbsent, Nested, OneOf, Text, Variants, Whole } from '../decorators';
import { CaptureMethod, Currency, RelayType } from './enums';

export class RelayRefundRequestData {
  @Whole('i64')
  amount!: number;
  @OneOf(Currency)
  currency!: Currency;
  @IsOptional() @Text({ max: 255 })
  reason?: string | null;
}

export class RelayCaptureRequestData {
  @Whole('i64')
  authorized_amount!: number;
  @Whole('i64')
  amount_to_capture!: number;
  @OneOf(Currency)
  currency!: Currency;
  @IsOptional() @OneOf(CaptureMethod)
  capture_method?: CaptureMethod | null;
}

export class RelayIncrementalAuthorizationRequestData {
  @Whole('i64')
  total_amount!: number;
  @Whole('i64')
  additional_amount!: number;
  @OneOf(Currency)
  currency!: Currency;
}

export class RelayVoidRequestData {
  @Whole('i64')
  amount!: number;
  @IsOptional() @OneOf(Currency)
  currency?: Currency | null;
  @IsOptional() @Text()
  cancellation_reason?: string | null;
}

export class RecipientCardData {
  @Text()
  card_number!: string;
  @Text()
  card_exp_month!: string;
  @Text()
  card_exp_year!: string;
  @IsOptional() @Text()
  card_holder_name?: string | null;
}

@Variants(['card'])
export class RecipientPaymentMethodData {
  @MayBeAbsent() @Nested(() => RecipientCardData)
  card?: RecipientCardData;
}

export class RelayUnreferencedRefundData {
  @Whole('i64')
  amount!: number;
  @OneOf(Currency)
  currency!: Currency;
  @Text()
  customer_id!: string;
  @Nested(() => RecipientPaymentMethodData)
  recipient_payment_method_data!: RecipientPaymentMethodData;
}

@Variants(['refund', 'capture', 'incremental_authorization', 'void', 'unreferenced_refund'])
export class RelayData {
  @MayBeAbsent() @Nested(() => RelayRefundRequestData)
  refund?: RelayRefundRequestData;
  @MayBeAbsent() @Nested(() => RelayCaptureRequestData)
  capture?: RelayCaptureRequestData;
  @MayBeAbsent() @Nested(() => RelayIncrementalAuthorizationRequestData)
  incremental_authorization?: RelayIncrementalAuthorizationRequestData;
  @MayBeAbsent() @Nested(() => RelayVoidRequestData)
  void?: RelayVoidRequestData;
  @MayBeAbsent() @Nested(() => RelayUnreferencedRefundData)
  unreferenced_refund?: RelayUnreferencedRefundData;
}

export class RelayRequest {
  @Text()
  connector_resource_id!: string;
  @Text()
  connector_id!: string;
  @OneOf(RelayType)
  type!: RelayType;
  @IsOptional() @Nested(() => RelayData)
  data?: RelayData | null;
}
