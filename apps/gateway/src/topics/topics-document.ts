import document from '../../../../api/asyncapi.json';

/** The part of JSON Schema that the bodies of events use. */
export interface EventSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, EventSchema>>;
  readonly required?: readonly string[];
  readonly items?: EventSchema;
  readonly anyOf?: readonly EventSchema[];
}

interface Reference {
  readonly $ref: string;
}

export interface EventMessage {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly payload: Reference;
  readonly examples: readonly { readonly payload: object }[];
}

export interface TopicsDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly description: string;
        readonly messages: Readonly<Record<string, Reference>>;
      }
    >
  >;
  readonly components: {
    /** By name and version: `payment.captured.v1`. */
    readonly messages: Readonly<Record<string, EventMessage>>;
    readonly schemas: Readonly<Record<string, EventSchema>>;
  };
}

/** The AsyncAPI document of the public topics: `npm run docs` prints it from the definitions of the messages. */
export const topicsDocument = document as unknown as TopicsDocument;
