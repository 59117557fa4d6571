import { z } from 'zod';
import { messagesOn, publicMessages, publicTopics } from './catalogue';
import { nameOf, type MessageDefinition } from './define-message';
import { refundSnapshot } from '../refunds/snapshots';
import { topics, type TopicSpec } from './topics';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
}

const scalars = ['string', 'integer', 'number', 'boolean', 'null'];
/** Parts of field names that may contain personal data or text of the merchant. */
const personalName =
  /^(name|email|phone|address|ip|birth|billing|shipping|description|descriptor|reason|note|comment|metadata|data|details)$/i;
const partsOfName = (field: string): string[] => field.split(/(?=[A-Z])|_/);

/**
 * Every field that could contain more than ids, amounts, our own enum values and times: found by its name, or because
 * it accepts any value.
 */
function personalFieldsIn(schema: JsonSchema, path: string): string[] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([field, inner]) => [
      ...(partsOfName(field).some((part) => personalName.test(part)) ? [`${path}.${field}`] : []),
      ...personalFieldsIn(inner, `${path}.${field}`),
    ]);
  }
  if (schema.anyOf) return schema.anyOf.flatMap((inner) => personalFieldsIn(inner, path));
  if (schema.items) return personalFieldsIn(schema.items, `${path}[]`);
  const types = [schema.type ?? 'any'].flat();
  return schema.enum || types.every((type) => scalars.includes(type)) ? [] : [`${path} takes anything`];
}

const personalFieldsOf = (message: MessageDefinition): string[] =>
  personalFieldsIn(z.toJSONSchema(message.schema, { io: 'input' }) as JsonSchema, message.type);

/** The lifecycle topic of each snapshot topic. */
const snapshots = new Map(
  Object.values<TopicSpec>(topics).flatMap(({ name, latestOf }) => (latestOf === undefined ? [] : [[name, latestOf]])),
);

describe('messages on public topics', () => {
  it('the public messages are found', () =>
    expect(new Set(publicMessages.map(({ topic }) => topic))).toEqual(
      new Set(publicTopics.filter((topic) => !snapshots.has(topic))),
    ));

  it('a snapshot topic has the events of its own objects, and each public topic has one', () => {
    const lifecycles = [...snapshots.values()];
    expect(new Set(lifecycles)).toEqual(new Set(publicTopics.filter((topic) => !snapshots.has(topic))));
    for (const [topic, latestOf] of snapshots)
      expect(messagesOn(topic)).toEqual(publicMessages.filter((message) => message.topic === latestOf));
  });

  it.each(publicMessages.map((message) => [nameOf(message), message] as const))(
    '%s contains no personal data and no text of the merchant',
    (_name, message) => expect(personalFieldsOf(message)).toEqual([]),
  );

  it('the check finds the personal fields of an internal message', () =>
    expect(personalFieldsOf(refundSnapshot as MessageDefinition)).toEqual([
      'refund.snapshot.reason',
      'refund.snapshot.metadata',
      'refund.snapshot.metadata takes anything',
      'refund.snapshot.splitRefunds takes anything',
      'refund.snapshot.error.reason',
    ]));
});
