/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { Closed, Text } from '../decorators';

@Closed()
export class ResolveIncidentRequest {
  @Text({ min: 1, max: 64 })
  resolved_by!: string;
  @Text({ min: 1, max: 500 })
  reason!: string;
}
