import { wordsOfField } from '@payorch/rest/reference';
import { limitsOf } from './limits';
import { typedNullable } from './nullable';
import { resolved, withDescription, type Parameter, type Schema, type Schemas } from './schema';

export interface FieldContext {
  readonly schemas: Schemas;
  readonly effects: ReadonlyMap<string, string>;
  /** Collects the fields without words, as `Schema.field`. */
  readonly missing: Set<string>;
}

function textOf(owner: string, name: string, schema: Schema, { schemas, effects, missing }: FieldContext): string {
  const values = resolved(schema, schemas).enum?.filter((value) => value !== null);
  const words = wordsOfField({ schema: owner, name, values });
  if (words === undefined) missing.add(`${owner}.${name}`);
  const effect = effects.get(`${owner}.${name}`);
  const more = limitsOf(name, schema, schemas);
  return [words ?? '', ...more, ...(effect === undefined ? [] : [effect])].join(' ').trim();
}

/** Client generators require a field that has a default; the words of the field have it already. */
function withoutDefault({ default: _, ...schema }: Schema): Schema {
  return schema;
}

const mapped = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** The schema with a description of every field in it; `owner` is the named schema or the operation around it. */
export function describedSchema(owner: string, schema: Schema, context: FieldContext): Schema {
  const inner = (one: Schema): Schema => describedSchema(owner, one, context);
  const { properties, allOf, oneOf, items, additionalProperties } = schema;
  const described: Schema = {
    ...schema,
    ...(properties && {
      properties: mapped(properties, (field, name) =>
        withDescription(withoutDefault(inner(field)), textOf(owner, name, field, context)),
      ),
    }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  };
  return typedNullable(described, context.schemas);
}

export const describedParameter = (owner: string, parameter: Parameter, context: FieldContext): Parameter => ({
  ...parameter,
  schema: withoutDefault(typedNullable(parameter.schema, context.schemas)),
  description: textOf(owner, parameter.name, parameter.schema, context),
});

/** How to give the missing fields their words: a line for each. */
export const fieldProblems = (missing: ReadonlySet<string>): string[] =>
  [...missing].map((field) => {
    const name = field.slice(field.indexOf('.') + 1);
    return (
      `the field ${field} has no words: add \`"${name}": "What it is."\` to a file of libs/rest/src/words/fields, ` +
      `or to of-schema.json there, below its schema, if the name means something else in other schemas`
    );
  });
