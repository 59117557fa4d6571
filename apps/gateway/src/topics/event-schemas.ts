import type { EventMessage, EventSchema, TopicsDocument } from './topics-document';

/** The body of a message: its schema stands once for all messages that share it. */
export const bodyOf = ({ components }: TopicsDocument, { payload }: EventMessage): EventSchema =>
  components.schemas[payload.$ref.slice('#/components/schemas/'.length)]!;

/** Where the schema of a message is served: `payment.captured.v1` → `/topics/schemas/payment.captured/1.json`. */
export const pathOf = (name: string): string => `/topics/schemas/${name.replace(/\.v(\d+)$/, '/$1')}.json`;

/**
 * The JSON Schema of every public type and version, by its path. The `$id` of each is its address under `base`, which is the
 * `ce_dataschema` of its events.
 */
export const eventSchemas = (document: TopicsDocument, base = ''): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(document.components.messages).map(([name, message]) => [
      pathOf(name),
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `${base}${pathOf(name)}`,
        title: message.title,
        description: message.description,
        ...bodyOf(document, message),
        examples: message.examples.map(({ payload }) => payload),
      },
    ]),
  );
