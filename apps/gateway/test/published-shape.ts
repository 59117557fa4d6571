import Ajv, { type ErrorObject } from 'ajv';
import document from '../../../api/openapi.json';

const ajv = new Ajv({ strict: false, validateFormats: false });
// What OpenAPI 3.0 calls nullable, JSON schema does not know: such parts need not fit, and nulls are left out. One of several
// open objects may fit where another does: which it is, a word inside it says.
const api = JSON.stringify(document, (key, value: unknown) => {
  if (key === 'allOf') return (value as { nullable?: true }[]).filter(({ nullable }) => !nullable).concat({});
  return key === 'nullable' ? undefined : value;
}).replaceAll('"oneOf"', '"anyOf"');
ajv.addSchema({ ...(JSON.parse(api) as object), $id: 'api' });

/** What an answer has against the schema of that name in the published interface: nothing, where it fits. */
export function faultsOf(schema: string, answer: object): ErrorObject[] {
  const validate = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
  validate(JSON.parse(JSON.stringify(answer), (_, value: unknown) => (value === null ? undefined : value)));
  return validate.errors ?? [];
}
