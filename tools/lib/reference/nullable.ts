import { resolved, type Schema, type Schemas } from './schema';

/** The one type of all values of a schema; undefined if its alternatives have several, or if it has none. */
function typeIn(schema: Schema, schemas: Schemas): string | undefined {
  const { type, oneOf, allOf } = resolved(schema, schemas);
  const types = new Set((oneOf ?? allOf ?? []).map((part) => typeIn(part, schemas)));
  const [only] = types;
  return type ?? (types.size === 1 ? only : undefined);
}

const nothing: Schema = { type: 'string', nullable: true, enum: [null] };

/**
 * The schema with a type beside `nullable`, without which OpenAPI 3.0 reads no `nullable`. A schema without one type has null as an
 * alternative.
 */
export function typedNullable(schema: Schema, schemas: Schemas): Schema {
  if (!schema.nullable || schema.type !== undefined) return schema;
  const { nullable: _, ...rest } = schema;
  const type = typeIn(schema, schemas);
  return type === undefined ? { anyOf: [rest, nothing] } : { ...schema, type };
}
