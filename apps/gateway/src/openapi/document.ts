import document from '../../../../api/openapi.json';

export interface Operation {
  readonly operationId: string;
  readonly [key: string]: unknown;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** The published interface, the source of the DTO classes. */
export const apiDocument: OpenApiDocument = document;
