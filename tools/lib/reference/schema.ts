/** The keywords of an OpenAPI 3.0 schema that the reference reads. Everything else passes through unchanged. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  /** Null is among the values of an alternative that is null alone. */
  readonly enum?: readonly (string | null)[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly 'x-wire-type'?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly description?: string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema; readonly description?: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly summary?: string;
  readonly description?: string;
}

export interface Document {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /** Every tag once, in the order of `tags`. */
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The schema itself, behind references and lone `allOf`s, with the keywords beside them. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, allOf, ...beside } = schema;
  if ($ref !== undefined) return { ...resolved(schemas[refName($ref)] ?? {}, schemas), ...beside };
  const [only, ...others] = allOf ?? [];
  return only && others.length === 0 ? { ...resolved(only, schemas), ...beside } : schema;
}

/** The schema with a description; beside a `$ref` OpenAPI 3.0 reads no other keyword. */
export const withDescription = (schema: Schema, description: string): Schema =>
  schema.$ref === undefined ? { ...schema, description } : { allOf: [{ $ref: schema.$ref }], description };
