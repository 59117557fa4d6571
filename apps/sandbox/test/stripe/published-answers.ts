import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Json }>>>>;
  readonly components: Json;
}

/** OpenAPI 3.0 has `nullable`, JSON Schema a null type; the discriminator is no constraint. */
function asJsonSchema(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(asJsonSchema);
  if (typeof input !== 'object' || input === null) return input;
  const { nullable, discriminator: _, ...rest } = input as Json;
  const schema = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asJsonSchema(value)]));
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

const text = readFileSync(join(__dirname, 'fixtures/openapi.json'), 'utf8');
const published = JSON.parse(text) as Document;
const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false });
ajv.addSchema({ $id: 'published', ...(asJsonSchema(published) as object) });

const pathOf = (path: string): string | undefined => {
  const parts = path.split('/');
  const fits = (template: string): boolean => {
    const names = template.split('/');
    return names.length === parts.length && names.every((name, at) => name.startsWith('{') || name === parts[at]);
  };
  // `/v1/payment_intents/search` is no intent.
  return path.endsWith('/search') ? undefined : Object.keys(published.paths).find(fits);
};

const compiled = new Map<string, ValidateFunction>();

function validatorOf(path: string, method: string, status: number): ValidateFunction | undefined {
  const template = pathOf(path);
  const verb = method.toLowerCase();
  if (template === undefined || !published.paths[template]?.[verb]) return undefined;
  const escaped = template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const code = status === 200 ? '200' : 'default';
  const ref = `published#/paths/${escaped}/${verb}/responses/${code}/content/application~1json/schema`;
  const known = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, known);
  return known;
}

export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The problems of a response by Stripe's OpenAPI description; undefined for an operation without a description. */
export function problemsOf({ method, path, status, body }: Answered): readonly string[] | undefined {
  const validate = validatorOf(path.split('?')[0] ?? path, method, status);
  if (!validate) return undefined;
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${method} ${path} ${status} ${instancePath} ${message ?? ''}`,
  );
}
