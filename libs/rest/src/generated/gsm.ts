/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Flag, MayBeAbsent, Nested, OneOf, Text, Variants } from '../decorators';
import { Connector, ErrorCategory, GsmDecision, GsmFeature, StandardisedCode } from './enums';

export class RetryFeatureData {
  @Flag()
  step_up_possible!: boolean;
  @Flag()
  clear_pan_possible!: boolean;
  @Flag()
  alternate_network_possible!: boolean;
  @OneOf(GsmDecision)
  decision!: GsmDecision;
}

@Variants(['retry'])
export class GsmFeatureData {
  @MayBeAbsent() @Nested(() => RetryFeatureData)
  retry?: RetryFeatureData;
}

export class GsmCreateRequest {
  @OneOf(Connector)
  connector!: Connector;
  @Text()
  flow!: string;
  @Text()
  sub_flow!: string;
  @Text()
  code!: string;
  @Text()
  message!: string;
  @Text()
  status!: string;
  @IsOptional() @Text()
  router_error?: string | null;
  @OneOf(GsmDecision)
  decision!: GsmDecision;
  @Flag()
  step_up_possible!: boolean;
  @IsOptional() @Text()
  unified_code?: string | null;
  @IsOptional() @Text()
  unified_message?: string | null;
  @IsOptional() @OneOf(ErrorCategory)
  error_category?: ErrorCategory | null;
  @Flag()
  clear_pan_possible!: boolean;
  @IsOptional() @OneOf(GsmFeature)
  feature?: GsmFeature | null;
  @IsOptional() @Nested(() => GsmFeatureData)
  feature_data?: GsmFeatureData | null;
  @IsOptional() @OneOf(StandardisedCode)
  standardised_code?: StandardisedCode | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @Text()
  user_guidance_message?: string | null;
}

export class GsmRetrieveRequest {
  @OneOf(Connector)
  connector!: Connector;
  @Text()
  flow!: string;
  @Text()
  sub_flow!: string;
  @Text()
  code!: string;
  @Text()
  message!: string;
}

export class GsmUpdateRequest {
  @Text()
  connector!: string;
  @Text()
  flow!: string;
  @Text()
  sub_flow!: string;
  @Text()
  code!: string;
  @Text()
  message!: string;
  @IsOptional() @Text()
  status?: string | null;
  @IsOptional() @Text()
  router_error?: string | null;
  @IsOptional() @OneOf(GsmDecision)
  decision?: GsmDecision | null;
  @IsOptional() @Flag()
  step_up_possible?: boolean | null;
  @IsOptional() @Text()
  unified_code?: string | null;
  @IsOptional() @Text()
  unified_message?: string | null;
  @IsOptional() @OneOf(ErrorCategory)
  error_category?: ErrorCategory | null;
  @IsOptional() @Flag()
  clear_pan_possible?: boolean | null;
  @IsOptional() @OneOf(GsmFeature)
  feature?: GsmFeature | null;
  @IsOptional() @Nested(() => GsmFeatureData)
  feature_data?: GsmFeatureData | null;
  @IsOptional() @OneOf(StandardisedCode)
  standardised_code?: StandardisedCode | null;
  @IsOptional() @Text()
  description?: string | null;
  @IsOptional() @Text()
  user_guidance_message?: string | null;
}

export class GsmDeleteRequest {
  @Text()
  connector!: string;
  @Text()
  flow!: string;
  @Text()
  sub_flow!: string;
  @Text()
  code!: string;
  @Text()
  message!: string;
}
