import { z } from 'zod';
import { allMessages } from './catalogue';
import { nameOf, type MessageDefinition } from './define-message';
import { refundSnapshot } from './refunds.snapshots';
import { topics, type TopicSpec } from './topics';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
}

const scalars = ['string', 'integer', 'number', 'boolean', 'null'];
/** What a person is, or what a merchant may write of one. */
const telling =
  /^(name|email|phone|address|ip|birth|billing|shipping|description|descriptor|reason|note|comment|metadata|data|details)$/i;
const wordsOf = (field: string): string[] => field.split(/(?=[A-Z])|_/);

/** Every field that could tell more than ids, sums, words of ours and times: by its name, or because it takes anything. */
function tellingIn(schema: JsonSchema, path: string): string[] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([field, inner]) => [
      ...(wordsOf(field).some((word) => telling.test(word)) ? [`${path}.${field}`] : []),
      ...tellingIn(inner, `${path}.${field}`),
    ]);
  }
  if (schema.anyOf) return schema.anyOf.flatMap((inner) => tellingIn(inner, path));
  if (schema.items) return tellingIn(schema.items, `${path}[]`);
  const types = [schema.type ?? 'any'].flat();
  return schema.enum || types.every((type) => scalars.includes(type)) ? [] : [`${path} takes anything`];
}

const tellingFieldsOf = (message: MessageDefinition): string[] =>
  tellingIn(z.toJSONSchema(message.schema, { io: 'input' }) as JsonSchema, message.type);

const publicTopics = Object.values<TopicSpec>(topics)
  .filter(({ visibility }) => visibility === 'public')
  .map(({ name }) => name);
const publicMessages = allMessages.filter(({ topic }) => publicTopics.includes(topic));

describe('what travels on public topics', () => {
  it('is found', () => expect([...new Set(publicMessages.map(({ topic }) => topic))]).toEqual(publicTopics));

  it.each(publicMessages.map((message) => [nameOf(message), message] as const))(
    '%s holds no personal data and nothing that the merchant wrote',
    (_name, message) => expect(tellingFieldsOf(message)).toEqual([]),
  );

  it('is judged by what would be found if it were there', () =>
    expect(tellingFieldsOf(refundSnapshot as MessageDefinition)).toEqual([
      'refund.snapshot.reason',
      'refund.snapshot.metadata',
      'refund.snapshot.metadata takes anything',
      'refund.snapshot.splitRefunds takes anything',
      'refund.snapshot.error.reason',
    ]));
});
