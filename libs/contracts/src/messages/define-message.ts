import type { z } from 'zod';

/**
 * command: requests an effect. query: reads a view. event: reports a change. state: the newest value of a setting or an
 * object.
 */
export type MessageKind = 'command' | 'query' | 'event' | 'state';

/**
 * One message, declared once for producer, consumer, printed catalogue and compatibility test. Within a version only
 * optional fields are added; a breaking change is a new definition beside the first.
 */
export interface MessageDefinition<Data = unknown, Type extends string = string> {
  readonly type: Type;
  readonly version: number;
  readonly kind: MessageKind;
  /** A topic, or a family of one topic a lane: `connector.commands.<lane>`. */
  readonly topic: string;
  /** What a message of this type means, in whole sentences; every message on a public topic has one. */
  readonly description?: string;
  /** A second topic that carries each message, under the same id, with the same body. */
  readonly alsoOn?: SecondTopic<Data>;
  /** On a sealed topic: true for a message that carries nothing personal, and no secret. Such a message is not sealed. */
  hasNothingPersonal?(data: Data): boolean;
  /** `merchant_id/object_id`, or null where order does not matter. */
  keyOf(data: Data): string | null;
  readonly schema: z.ZodType<Data>;
}

/** A topic beside the message's own, and the message's key on it. */
export interface SecondTopic<Data> {
  readonly topic: string;
  keyOf(data: Data): string;
}

interface Declaration<Data, Type extends string> {
  type: Type;
  version: number;
  kind: MessageKind;
  topic: string;
  description?: string;
  alsoOn?: SecondTopic<Data>;
  hasNothingPersonal?: (data: Data) => boolean;
  key: (data: Data) => string | null;
  data: z.ZodType<Data>;
}

export const defineMessage = <Data, const Type extends string>(
  declared: Declaration<Data, Type>,
): MessageDefinition<Data, Type> => ({
  type: declared.type,
  version: declared.version,
  kind: declared.kind,
  topic: declared.topic,
  ...(declared.description !== undefined && { description: declared.description }),
  ...(declared.alsoOn && { alsoOn: declared.alsoOn }),
  ...(declared.hasNothingPersonal && { hasNothingPersonal: declared.hasNothingPersonal }),
  keyOf: declared.key,
  schema: declared.data,
});

export type DataOf<M> = M extends MessageDefinition<infer Data> ? Data : never;

/** A message to publish: a definition with matching data. */
export interface Outgoing<Data = unknown> {
  readonly message: MessageDefinition<Data>;
  readonly data: Data;
}

/** Pairs a definition with its data; the compiler checks that they match. */
export const outgoing = <Data>(message: MessageDefinition<Data>, data: Data): Outgoing =>
  ({ message, data }) as Outgoing;

/** `{type}.v{version}`: identifies a message on a topic with many types. */
export const nameOf = ({ type, version }: Pick<MessageDefinition, 'type' | 'version'>): string => `${type}.v${version}`;

/** Where the gateway serves the JSON Schema of a public message: its `ce_dataschema` ends with it. */
export const schemaPath = ({ type, version }: Pick<MessageDefinition, 'type' | 'version'>): string =>
  `/topics/schemas/${type}/${version}.json`;
