import type { HttpRequest } from '@payorch/connector-kit';
import { contentOf } from '@payorch/connector-kit';
import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';

type Schema = { readonly [keyword: string]: unknown };
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Interface {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const published = JSON.parse(readFileSync(path.join(__dirname, '../fixtures/openapi.json'), 'utf8')) as Interface;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stripe refuses unknown fields at every depth, though its interface declares that only at the top. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]));
  // A text, or a hash that the interface describes elsewhere.
  if (schema['x-stripeBypassValidation'] === true) return {};
  return isObject(schema['properties']) && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}

// A form has only text: numbers and booleans are coerced if the schema requires them.
const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  validateFormats: false,
  coerceTypes: true,
  allErrors: true,
});
const validators = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(closed(schema) as Schema);
  validators.set(schema, known);
  return known;
}

type Tree = { [name: string]: Tree | string };
const listed = (tree: Tree | string): unknown => {
  if (typeof tree === 'string') return tree;
  const names = Object.keys(tree);
  const values = names.map((name) => listed(tree[name]!));
  return names.length > 0 && names.every((name, place) => name === String(place))
    ? values
    : Object.fromEntries(names.map((name, place) => [name, values[place]]));
};

/** `a[b][0]=1` as `{a: {b: ['1']}}`. */
export function treeOf(fields: Readonly<Record<string, string>>): unknown {
  const root: Tree = {};
  for (const [name, value] of Object.entries(fields)) {
    const steps = name.replaceAll(']', '').split('[');
    const last = steps.pop()!;
    let at = root;
    for (const step of steps) at = (at[step] ??= {}) as Tree;
    at[last] = value;
  }
  return listed(root);
}

function operationOf({ method, url }: HttpRequest): Operation | undefined {
  const steps = new URL(url).pathname.split('/');
  const fits = (template: string): boolean => {
    const expected = template.split('/');
    return (
      expected.length === steps.length && expected.every((step, place) => step.startsWith('{') || step === steps[place])
    );
  };
  // The most literal template first: `/payment_intents/search` is no payment.
  const template = Object.keys(published.paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
  return template === undefined ? undefined : published.paths[template]?.[method.toLowerCase()];
}

const bare = (name: string): string => name.replace(/\[.*$/, '');

/** A file is its name: the interface says nothing of its bytes. */
const fieldsOf = (request: HttpRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(contentOf(request) as Record<string, string | { readonly fileName: string }>).map(
      ([name, value]) => [name, typeof value === 'string' ? value : value.fileName],
    ),
  );

/** The objections of the published interface to a request; empty for a valid request. */
export function objectionsTo(request: HttpRequest): string[] {
  const operation = operationOf(request);
  if (!operation) return [`${request.method} ${request.url} is not published`];
  const known = new Set((operation.parameters ?? []).map(({ name }) => name));
  const strange = [...new URL(request.url).searchParams.keys()].filter((name) => !known.has(bare(name)));
  const { 'application/x-www-form-urlencoded': form, 'multipart/form-data': withFile } =
    operation.requestBody?.content ?? {};
  const schema = typeof request.body === 'string' ? form?.schema : withFile?.schema;
  const unknownParameters = strange.map((name) => `${name} is no parameter`);
  if (!schema || request.body === null) return unknownParameters;
  const validate = validatorOf(schema);
  validate(treeOf(fieldsOf(request)));
  return [
    ...unknownParameters,
    ...(validate.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`),
  ];
}
