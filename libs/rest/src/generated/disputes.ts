/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { OneOf, Text } from '../decorators';
import { EvidenceType } from './enums';

export class SubmitEvidenceRequest {
  @Text()
  dispute_id!: string;
  @IsOptional() @Text()
  access_activity_log?: string | null;
  @IsOptional() @Text()
  billing_address?: string | null;
  @IsOptional() @Text()
  cancellation_policy?: string | null;
  @IsOptional() @Text()
  cancellation_policy_disclosure?: string | null;
  @IsOptional() @Text()
  cancellation_rebuttal?: string | null;
  @IsOptional() @Text()
  customer_communication?: string | null;
  @IsOptional() @Text()
  customer_email_address?: string | null;
  @IsOptional() @Text()
  customer_name?: string | null;
  @IsOptional() @Text()
  customer_purchase_ip?: string | null;
  @IsOptional() @Text()
  customer_signature?: string | null;
  @IsOptional() @Text()
  product_description?: string | null;
  @IsOptional() @Text()
  receipt?: string | null;
  @IsOptional() @Text()
  refund_policy?: string | null;
  @IsOptional() @Text()
  refund_policy_disclosure?: string | null;
  @IsOptional() @Text()
  refund_refusal_explanation?: string | null;
  @IsOptional() @Text()
  service_date?: string | null;
  @IsOptional() @Text()
  service_documentation?: string | null;
  @IsOptional() @Text()
  shipping_address?: string | null;
  @IsOptional() @Text()
  shipping_carrier?: string | null;
  @IsOptional() @Text()
  shipping_date?: string | null;
  @IsOptional() @Text()
  shipping_documentation?: string | null;
  @IsOptional() @Text()
  shipping_tracking_number?: string | null;
  @IsOptional() @Text()
  invoice_showing_distinct_transactions?: string | null;
  @IsOptional() @Text()
  recurring_transaction_agreement?: string | null;
  @IsOptional() @Text()
  uncategorized_file?: string | null;
  @IsOptional() @Text()
  uncategorized_text?: string | null;
}

export class DeleteEvidenceRequest {
  @Text()
  dispute_id!: string;
  @OneOf(EvidenceType)
  evidence_type!: EvidenceType;
}
