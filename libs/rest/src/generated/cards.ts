/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { OneOf, Text } from '../decorators';
import { CardNetwork } from './enums';

export class CardInfoCreateRequest {
  @Text()
  card_iin!: string;
  @IsOptional() @Text({ max: 255 })
  card_issuer?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text({ max: 64 })
  card_type?: string | null;
  @IsOptional() @Text({ max: 64 })
  card_subtype?: string | null;
  @IsOptional() @Text({ max: 64 })
  card_issuing_country?: string | null;
  @IsOptional() @Text({ max: 64 })
  bank_code_id?: string | null;
  @IsOptional() @Text({ max: 64 })
  bank_code?: string | null;
  @IsOptional() @Text({ max: 64 })
  country_code?: string | null;
  @IsOptional() @Text({ max: 128 })
  last_updated_provider?: string | null;
}

export class CardInfoUpdateRequest {
  @Text()
  card_iin!: string;
  @IsOptional() @Text({ max: 255 })
  card_issuer?: string | null;
  @IsOptional() @OneOf(CardNetwork)
  card_network?: CardNetwork | null;
  @IsOptional() @Text({ max: 64 })
  card_type?: string | null;
  @IsOptional() @Text({ max: 64 })
  card_subtype?: string | null;
  @IsOptional() @Text({ max: 64 })
  card_issuing_country?: string | null;
  @IsOptional() @Text({ max: 64 })
  bank_code_id?: string | null;
  @IsOptional() @Text({ max: 64 })
  bank_code?: string | null;
  @IsOptional() @Text({ max: 64 })
  country_code?: string | null;
  @IsOptional() @Text({ max: 128 })
  last_updated_provider?: string | null;
}

export class CardIssuerRequest {
  @Text()
  issuer_name!: string;
}

export class CardIssuerUpdateRequest {
  @Text()
  issuer_name!: string;
}
