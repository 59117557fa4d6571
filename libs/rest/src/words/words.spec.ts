import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import document from '../../../../api/openapi.json';
import variants from './fields/variants.json';
import ofSchema from './fields/of-schema.json';

type Json = Readonly<Record<string, unknown>>;

/** The tables of a folder by file, without those that are no table of names. */
const tablesIn = (folder: string, except: readonly string[] = []): readonly Json[] =>
  readdirSync(path.join(__dirname, folder))
    .filter((file) => file.endsWith('.json') && !except.includes(file))
    .map((file) => JSON.parse(readFileSync(path.join(__dirname, folder, file), 'utf8')) as Json);

const namesOf = (tables: readonly Json[]): readonly string[] => tables.flatMap((table) => Object.keys(table));

const twice = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The names of the fields and parameters anywhere in a part of the document. */
function fieldsIn(part: unknown): readonly string[] {
  if (!isObject(part)) return [];
  const { properties, parameters } = part;
  return [
    ...(isObject(properties) && !Array.isArray(part) ? Object.keys(properties) : []),
    ...(Array.isArray(parameters) ? (parameters as readonly { name: string }[]).map(({ name }) => name) : []),
    ...Object.values(part).flatMap(fieldsIn),
  ];
}

const operations = Object.values(document.paths)
  .flatMap((methods): readonly unknown[] => Object.values(methods))
  .filter((one): one is { readonly operationId: string } => isObject(one) && 'operationId' in one);

/** The fields of each schema and operation. */
const fieldsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(document.components.schemas).map(([name, schema]) => [name, fieldsIn(schema)] as const),
  ...operations.map((operation) => [operation.operationId, fieldsIn(operation)] as const),
]);

// A missing name fails `npm run docs`, and so does an operation or schema that the document has not.
describe('the words of the reference', () => {
  const fields = namesOf(tablesIn('fields', ['of-schema.json', 'variants.json']));

  it('a name stands in one file', () => {
    expect(twice(fields)).toEqual([]);
    expect(twice(namesOf(tablesIn('schemas')))).toEqual([]);
    expect(twice(namesOf(tablesIn('operations', ['sentences.json'])))).toEqual([]);
  });

  it('every field with words is one of the document', () => {
    const known = new Set([...fieldsOf.values()].flat());
    expect(fields.filter((name) => !known.has(name))).toEqual([]);
  });

  it('every field with words of its own in a schema is one of that schema', () => {
    const named = Object.entries(ofSchema).flatMap(([schema, words]) =>
      Object.keys(words).map((name) => [schema, name] as const),
    );
    expect(named.filter(([schema, name]) => !fieldsOf.get(schema)?.includes(name))).toEqual([]);
  });

  it('every schema of alternatives is one of the document', () =>
    expect(Object.keys(variants).filter((name) => !fieldsOf.has(name))).toEqual([]));
});
