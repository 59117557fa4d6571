import document from '../../../api/openapi.json';
import { shapeOf } from './check';
import * as generated from './generated';

type Dto = new () => object;
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly discriminator?: unknown;
  readonly 'x-any-json'?: boolean;
  readonly 'x-closed-query'?: boolean;
}

const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>>;
const classes = generated as unknown as Readonly<Record<string, unknown>>;
const isDto = (value: unknown): value is Dto => typeof value === 'function' && shapeOf(value as Dto).fields.length > 0;

/** Every generated class, by its name. */
const made = new Map(Object.entries(classes).filter((entry): entry is [string, Dto] => isDto(entry[1])));

/** Resolves references and single `allOf`s; any of them may make the schema nullable. */
function resolved(schema: Schema): Schema {
  if (schema.$ref)
    return { ...resolved(schemas[schema.$ref.split('/').at(-1)!]!), ...(schema.nullable && { nullable: true }) };
  if (schema.allOf?.length === 1 && !schema.properties) {
    const { allOf, ...beside } = schema;
    return { ...resolved(allOf[0]!), ...beside };
  }
  return schema;
}

const partsOf = (schema: Schema): readonly Schema[] => schema.allOf ?? schema.oneOf ?? [];

/** The schema of each field of an object; of alternatives, all their fields. */
function fieldsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const { properties, ...rest } = resolved(schema);
  return new Map([...Object.entries(properties ?? {}), ...partsOf(rest).flatMap((part) => [...fieldsOf(part)])]);
}

function requiredOf(schema: Schema): readonly string[] {
  const { required = [], oneOf, allOf } = resolved(schema);
  // `{"card": …}` or `{"wallet": …}`: a separate rule requires one of them.
  if (oneOf?.every((part) => fieldsOf(part).size === 1)) return [];
  if (oneOf) return oneOf.map(requiredOf).reduce((all, one) => all.filter((name) => one.includes(name)));
  const parts = (allOf ?? []).flatMap((part) => (resolved(part).nullable ? [] : requiredOf(part)));
  return [...required, ...parts];
}

const isNamed = ({ $ref, allOf }: Schema): boolean => $ref !== undefined || (allOf?.length === 1 && isNamed(allOf[0]!));

/** The checks that the document allows for a field. */
function kindsOf(original: Schema): readonly string[] {
  const schema = resolved(original);
  if (schema['x-any-json']) return ['anyJson'];
  if (schema.enum) return ['oneOf'];
  if (schema.oneOf) return ['nested', 'anyJson', 'instant'];
  // Only a named schema has a class; an inline object is stored unchanged.
  if (schema.allOf || schema.properties) return isNamed(original) ? ['nested'] : ['mapping'];
  const kinds: Readonly<Record<string, readonly string[]>> = {
    array: ['list'],
    integer: ['whole'],
    number: ['decimal'],
    boolean: ['flag'],
    string: ['text', 'instant', 'absoluteUrl', 'cardNumber', 'anyJson'],
    object: ['mapping'],
  };
  return kinds[schema.type ?? ''] ?? ['anyJson'];
}

/** A field whose type a union leaves open is any JSON in its class. */
const isTagged = (schema: Schema): boolean => resolved(schema).discriminator !== undefined;

function faults(name: string, dto: Dto, schema: Schema): string[] {
  const shape = shapeOf(dto);
  const fields = fieldsOf(schema);
  const required = requiredOf(schema).filter(
    (field) => !fields.get(field)?.nullable && shape.kinds[field] !== 'anyJson',
  );
  return [
    ...[...fields.keys()]
      .filter((field) => !shape.fields.includes(field))
      .map((field) => `${name}.${field} has no check`),
    ...shape.fields.filter((field) => !fields.has(field)).map((field) => `${name}.${field} is not in the document`),
    ...required.filter((field) => !shape.required.includes(field)).map((field) => `${name}.${field} may be left out`),
    ...shape.required.filter((field) => !required.includes(field)).map((field) => `${name}.${field} must be given`),
    ...[...fields].flatMap(([field, inner]) => {
      const kind = shape.kinds[field];
      const fits = kind === undefined || kindsOf(inner).includes(kind) || (isTagged(schema) && kind === 'anyJson');
      return fits ? [] : [`${name}.${field} is checked as ${kind}, not as ${kindsOf(inner).join(' or ')}`];
    }),
    ...(shape.closed === closedBy(schema) ? [] : [`${name} is ${shape.closed ? 'closed' : 'open'}`]),
  ];
}

/** Closed if the object or one of its base schemas is closed. */
function closedBy(schema: Schema): boolean {
  return resolved(schema).additionalProperties === false;
}

interface Operation {
  readonly tags: readonly string[];
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly 'x-closed-query'?: boolean;
}
const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods as Record<string, Operation>),
);

/** Pages read their own addresses. */
const published = operations.filter(({ tags }) => !tags.includes('Pages'));

/** In the document, query strings are objects of the operations. */
const queries: readonly Schema[] = published.flatMap(({ parameters = [], 'x-closed-query': closed = false }) => {
  const query = parameters.filter((one) => one.in === 'query');
  if (query.length === 0) return [];
  return [
    {
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      required: query.filter(({ required }) => required).map(({ name }) => name),
      ...(closed && { additionalProperties: false }),
    },
  ];
});
const sameFields = (dto: Dto, query: Schema): boolean =>
  JSON.stringify(shapeOf(dto).fields) === JSON.stringify([...fieldsOf(query).keys()]);

/** Names of schemas that a request can contain, its body included. */
function reached(schema: Schema, names: Set<string>): Set<string> {
  const name = schema.$ref?.split('/').at(-1);
  if (name && names.has(name)) return names;
  if (name) names.add(name);
  const inner = name ? schemas[name]! : schema;
  if (inner['x-any-json']) return names;
  for (const one of [
    ...Object.values(inner.properties ?? {}),
    ...partsOf(inner),
    ...(inner.items ? [inner.items] : []),
  ]) {
    reached(one, names);
  }
  return names;
}

const bodies = operations.flatMap(({ requestBody }) =>
  requestBody?.content['application/json'] ? [requestBody.content['application/json'].schema] : [],
);
const reachable = bodies.reduce((names, body) => reached(body, names), new Set<string>());

describe('the classes and the document', () => {
  const named = [...made].filter(([name]) => name in schemas);

  it.each(named)('%s checks exactly what the document requires', (name, dto) =>
    expect(faults(name, dto, schemas[name]!)).toEqual([]),
  );

  it('every body has a class', () =>
    // The class of a list is that of its items.
    expect(
      bodies.map(({ $ref, items }) => ($ref ?? items!.$ref!).split('/').at(-1)!).filter((name) => !made.has(name)),
    ).toEqual([]));

  it('no class is unreachable from a request', () =>
    expect(named.map(([name]) => name).filter((name) => !reachable.has(name))).toEqual([]));

  it('every query has a class that checks what the document requires', () => {
    const of = (query: Schema) => [...made].filter(([name, dto]) => !(name in schemas) && sameFields(dto, query));
    expect(queries.filter((query) => of(query).length === 0)).toEqual([]);
    expect(queries.flatMap((query) => of(query).flatMap(([name, dto]) => faults(name, dto, query)))).toEqual([]);
  });

  it('no other classes exist', () =>
    expect(
      [...made].filter(([name, dto]) => !(name in schemas) && !queries.some((query) => sameFields(dto, query))),
    ).toEqual([]));
});
