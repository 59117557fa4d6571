/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { Text } from '../decorators';

export class ConfigCreateRequest {
  @Text()
  key!: string;
  @Text()
  value!: string;
}

export class ConfigUpdateRequest {
  @Text()
  value!: string;
}
