/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Instant, Text } from '../decorators';

@Closed()
export class CreateApiKeyRequest {
  @Text({ max: 64 })
  name!: string;
  @IsOptional() @Text({ max: 256 })
  description?: string | null;
  @Instant({ or: ['never'] })
  expiration!: string;
}

@Closed()
export class UpdateApiKeyRequest {
  @IsOptional() @Text({ max: 64 })
  name?: string | null;
  @IsOptional() @Text({ max: 256 })
  description?: string | null;
  @IsOptional() @Instant({ or: ['never'] })
  expiration?: string | null;
}
