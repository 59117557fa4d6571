import document from '../../../../api/openapi.json?reference';

export interface Operation {
  readonly operationId: string;
  readonly [key: string]: unknown;
}

export interface OpenApiDocument {
  readonly openapi: string;
  /** With the diagram of the payment statuses as an SVG document. */
  readonly info: Readonly<Record<string, unknown>> & { readonly 'x-payment-states': string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** The published interface with the words, limits and examples of the reference. */
export const apiDocument = document as OpenApiDocument;
