/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Flag, Text, Whole } from '../decorators';

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
