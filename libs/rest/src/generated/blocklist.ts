/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { OneOf, Text } from '../decorators';

export class BlocklistRequest {
  @OneOf(['card_bin', 'fingerprint', 'extended_card_bin'])
  type!: 'card_bin' | 'fingerprint' | 'extended_card_bin';
  @Text()
  data!: string;
}
