import { resolved, type Schema, type Schemas } from './schema';

/** The one type of all values of a schema; undefined if its alternatives have several, or if it has none. */
function typeIn(schema: Schema, schemas: Schemas): string | undefined {
  const { type, oneOf, allOf } = resolved(schema, schemas);
  const types = new Set((oneOf ?? allOf ?? []).map((part) => typeIn(part, schemas)));
  const [only] = types;
  return type ?? (types.size === 1 ? only : undefined);
}

/**
 * The schema with a type beside `nullable`, without which OpenAPI 3.0 reads no `nullable`. A schema without one type loses
 * the keyword: its description then says that null is possible.
 */
export function typedNullable(schema: Schema, schemas: Schemas): Schema {
  if (!schema.nullable || schema.type !== undefined) return schema;
  const { nullable: _, ...rest } = schema;
  const type = typeIn(schema, schemas);
  return type === undefined ? rest : { ...schema, type };
}

/** The sentence for a field that loses the keyword. */
export const nullSentence = (schema: Schema, schemas: Schemas): string[] =>
  schema.nullable && typedNullable(schema, schemas).nullable === undefined ? ['It may be null.'] : [];
