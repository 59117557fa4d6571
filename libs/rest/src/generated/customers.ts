/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Mapping, Nested, Text } from '../decorators';
import type { JsonObject } from '../json';
import { AddressDetails, CustomerDocumentDetails } from './parts';

export class CustomerRequest {
  @IsOptional() @Text({ min: 1, max: 64, reference: true })
  customer_id?: string | null;
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  description?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Nested(() => AddressDetails)
  address?: AddressDetails | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text({ max: 255 })
  tax_registration_id?: string | null;
  @IsOptional() @Nested(() => CustomerDocumentDetails)
  document_details?: CustomerDocumentDetails | null;
}

export class CustomerUpdateRequest {
  @IsOptional() @Text({ max: 255 })
  name?: string | null;
  @IsOptional() @Text({ max: 255 })
  email?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone?: string | null;
  @IsOptional() @Text({ max: 255 })
  description?: string | null;
  @IsOptional() @Text({ max: 255 })
  phone_country_code?: string | null;
  @IsOptional() @Nested(() => AddressDetails)
  address?: AddressDetails | null;
  @IsOptional() @Mapping()
  metadata?: JsonObject | null;
  @IsOptional() @Text({ max: 255 })
  tax_registration_id?: string | null;
  @IsOptional() @Nested(() => CustomerDocumentDetails)
  document_details?: CustomerDocumentDetails | null;
}

export class EphemeralKeyCreateRequest {
  @Text({ min: 1, max: 64, reference: true })
  customer_id!: string;
}
