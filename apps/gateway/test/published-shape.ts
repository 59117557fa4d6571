import Ajv, { type ErrorObject } from 'ajv';
import document from '../../../api/openapi.json';

const ajv = new Ajv({ strict: false, validateFormats: false });
// JSON Schema does not know OpenAPI 3.0's nullable: nulls and such parts are ignored. One of several open objects may
// fit where another does: a value inside decides.
const api = JSON.stringify(document, (key, value: unknown) => {
  if (key === 'allOf') return (value as { nullable?: true }[]).filter(({ nullable }) => !nullable).concat({});
  return key === 'nullable' ? undefined : value;
}).replaceAll('"oneOf"', '"anyOf"');
ajv.addSchema({ ...(JSON.parse(api) as object), $id: 'api' });

/** The errors of a response against a schema of the published interface; empty where it fits. */
export function faultsOf(schema: string, answer: object): ErrorObject[] {
  const validate = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
  validate(JSON.parse(JSON.stringify(answer), (_, value: unknown) => (value === null ? undefined : value)));
  return validate.errors ?? [];
}
