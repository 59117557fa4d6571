import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Published {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const published = JSON.parse(readFileSync(path.join(__dirname, '../fixtures/openapi.json'), 'utf8')) as Published;
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true }).addSchema(published, 'adyen');

/** The objections of Adyen's published interface to a body of this schema; empty for a valid body. */
export function objectionsTo(schema: string, body: unknown): string[] {
  const validate = ajv.getSchema(`adyen#/components/schemas/${schema}`);
  if (!validate) throw new Error(`${schema} is not published`);
  void validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
