/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Mapping, Text } from '../decorators';
import type { JsonObject } from '../json';

@Closed()
export class OrganizationCreateRequest {
  @Text()
  organization_name!: string;
  @IsOptional() @Mapping()
  organization_details?: JsonObject | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
}

@Closed()
export class OrganizationUpdateRequest {
  @IsOptional() @Text()
  organization_name?: string | null;
  @IsOptional() @Mapping()
  organization_details?: JsonObject | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @Text()
  platform_merchant_id!: string;
}
