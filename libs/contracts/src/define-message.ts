import type { z } from 'zod';

/**
 * command: asks for an effect. query: asks for a view. event: says what happened. state: the newest value of a setting or
 * an object.
 */
export type MessageKind = 'command' | 'query' | 'event' | 'state';

/**
 * One message, declared once: producer, consumer, the printed catalogue and the compatibility test all hold this value.
 * Within a version only optional fields are added; a break is a new definition beside the first.
 */
export interface MessageDefinition<Data = unknown, Type extends string = string> {
  readonly type: Type;
  readonly version: number;
  readonly kind: MessageKind;
  /** A topic, or the family it belongs to: `connector.<name>.commands`. */
  readonly topic: string;
  /** The topic of this very message; the same as `topic` unless that is a family. */
  topicOf(data: Data): string;
  /** `merchant_id/object_id`, or null where order does not matter. */
  keyOf(data: Data): string | null;
  readonly schema: z.ZodType<Data>;
}

interface Declaration<Data, Type extends string> {
  type: Type;
  version: number;
  kind: MessageKind;
  topic: string;
  topicOf?: (data: Data) => string;
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
  topicOf: declared.topicOf ?? (() => declared.topic),
  keyOf: declared.key,
  schema: declared.data,
});

export type DataOf<M> = M extends MessageDefinition<infer Data> ? Data : never;

/** A message about to be sent: the definition with data that fits it. */
export interface Outgoing<Data = unknown> {
  readonly message: MessageDefinition<Data>;
  readonly data: Data;
}

/** Pairs a definition with its data, and lets the compiler see that they fit. */
export const outgoing = <Data>(message: MessageDefinition<Data>, data: Data): Outgoing =>
  ({ message, data }) as Outgoing;

/** `{type}.v{version}`: how a message is told apart on a topic that carries many. */
export const nameOf = ({ type, version }: Pick<MessageDefinition, 'type' | 'version'>): string => `${type}.v${version}`;
