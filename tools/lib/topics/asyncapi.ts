import {
  type MessageDefinition,
  messagesOn,
  nameOf,
  publicMessages,
  publicTopics,
  schemaPath,
  topics,
  type TopicSpec,
} from '@payorch/contracts';
import { z } from 'zod';

/** Golden bodies by the names of their messages. */
export type Examples = Readonly<Record<string, object>>;

/** What a topic is about, and how its messages are keyed. */
const channelWords: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  'payments.lifecycle': {
    title: 'Payments',
    description:
      'Every change of a payment and of its refunds. The key is `merchant/payment`, so that all events of one payment are in one partition, in one order: a refund follows the charge that it refunds.',
  },
  'refunds.lifecycle': {
    title: 'Refunds',
    description:
      'Every change of a refund. The key is `merchant/refund`. `payments.lifecycle` carries each of these events too, under the same `ce_id` with the same body.',
  },
  'mandates.lifecycle': {
    title: 'Mandates',
    description: 'Every change of a mandate. The key is `merchant/mandates/mandate`.',
  },
  'payouts.lifecycle': {
    title: 'Payouts',
    description: 'Every change of a payout and of its attempts. The key is `merchant/payout`.',
  },
  'relays.lifecycle': {
    title: 'Relays',
    description:
      'Every change of a relay: an operation on an object of a processor that this service has not created. The key is `merchant/relays/relay`.',
  },
  'disputes.lifecycle': {
    title: 'Disputes',
    description:
      'Every change of a dispute. The key is `merchant/disputes/dispute`. `payments.lifecycle` carries each of these events too, under the same `ce_id` with the same body.',
  },
  'customers.lifecycle': {
    title: 'Customers',
    description:
      'Every change of a customer, without what is known of the person. The key is `merchant/customers/customer`.',
  },
  'payment_methods.lifecycle': {
    title: 'Payment methods',
    description:
      'Every change of a saved payment method, without its data. The key is `merchant/payment_methods/payment_method`.',
  },
};

const specOf = (topic: string): TopicSpec => Object.values<TopicSpec>(topics).find(({ name }) => name === topic)!;

/** The words of a snapshot topic are those of the topic that it follows. */
function wordsOf(topic: string): { readonly title: string; readonly description: string } {
  const { latestOf, retention } = specOf(topic);
  if (latestOf === undefined) {
    const { title, description } = channelWords[topic]!;
    return { title, description: `${description} Events are kept for ${retention}.` };
  }
  const { title } = channelWords[latestOf]!;
  return {
    title: `Snapshots of ${title.toLowerCase()}`,
    description: `The newest event of each key of \`${latestOf}\`, for ever: the same \`ce_id\`, type and body under the same key, without the events of other objects.`,
  };
}

const introduction = [
  'What happens to payments, refunds, disputes, payouts, customers, payment methods, mandates and relays, for teams that subscribe. Every event is a CloudEvent 1.0 in the binary mode of the Kafka binding: attributes are record headers, the body is the JSON object alone.',
  'An event is delivered at least once. Its `ce_id` stays the same, and `version` in the body counts the changes of its object: ignore what is not newer than what you have.',
  'Within a version of a type only optional fields and new values of enums are added. Ignore fields that you do not know, and treat an unknown value as one that you do not handle. What else changes gets a new version beside the old one.',
  'No event has a card number, a name, an address, metadata or the free text of a processor.',
].join('\n\n');

/** The public shape of a message as JSON Schema, in the part of it that AsyncAPI and draft 2020-12 share. */
function payloadOf(message: MessageDefinition): object {
  const { $schema: _, ...schema } = z.toJSONSchema(message.schema, {
    io: 'input',
    // The format says the same.
    override: ({ jsonSchema }) => void (jsonSchema.format === 'date-time' && delete jsonSchema.pattern),
  });
  return schema;
}

/** Messages that share a body share a schema: `payment.v1`. */
const payloadName = ({ type, version }: MessageDefinition): string => `${type.split('.')[0]}.v${version}`;

const sourceOf = ({ topic }: MessageDefinition): string => topic.slice(0, topic.indexOf('.'));

const headersOf = (message: MessageDefinition): object => ({
  allOf: [
    { $ref: '#/components/schemas/cloudEvent' },
    {
      type: 'object',
      properties: {
        ce_type: { const: message.type },
        ce_source: { const: sourceOf(message) },
        ce_dataschema: { pattern: `${schemaPath(message).replaceAll('.', '\\.')}$` },
      },
    },
  ],
});

const cloudEvent = {
  type: 'object',
  title: 'Headers of an event',
  description: 'The attributes of a CloudEvent 1.0, as headers of the record.',
  required: [
    ...['content-type', 'ce_specversion', 'ce_type', 'ce_source', 'ce_id', 'ce_time', 'ce_dataschema'],
    ...['ce_correlationid', 'ce_traceparent'],
  ],
  properties: {
    'content-type': { const: 'application/json', description: 'The form of the body.' },
    ce_specversion: { const: '1.0', description: 'The version of CloudEvents.' },
    ce_type: { type: 'string', description: 'The type of the event.' },
    ce_source: { type: 'string', description: 'The service whose object changed.' },
    ce_id: {
      type: 'string',
      description:
        'Unique for each event; the same on each topic that carries the event, and when it is delivered again.',
    },
    ce_time: { type: 'string', format: 'date-time', description: 'When the event was written, ISO 8601 in UTC.' },
    ce_dataschema: { type: 'string', format: 'uri', description: 'The address of the JSON Schema of the body.' },
    ce_correlationid: { type: 'string', description: 'The request that caused the event.' },
    ce_traceparent: { type: 'string', description: 'The trace context of the request, in the form of W3C.' },
  },
};

function exampleHeaders(message: MessageDefinition): object {
  return {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_type: message.type,
    ce_source: sourceOf(message),
    ce_id: '019b8f1e-6d0a-7c3e-9a51-0c7f5f3f2a11.0',
    ce_time: '2026-01-05T10:00:00.000Z',
    ce_dataschema: `https://pay.example.com${schemaPath(message)}`,
    ce_correlationid: '019b8f1e-6cf1-7d4b-8e3e-5a3f0b8c1d22',
    ce_traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}

const messageOf = (message: MessageDefinition, examples: Examples): object => ({
  name: message.type,
  title: `${message.type}, version ${message.version}`,
  description: message.description,
  contentType: 'application/json',
  headers: headersOf(message),
  payload: { $ref: `#/components/schemas/${payloadName(message)}` },
  examples: [{ name: 'example', headers: exampleHeaders(message), payload: examples[nameOf(message)] }],
});

const byName = <T>(messages: readonly MessageDefinition[], valueOf: (message: MessageDefinition) => T) =>
  Object.fromEntries(messages.map((message) => [nameOf(message), valueOf(message)]));

const channelOf = (topic: string): object => ({
  address: topic,
  ...wordsOf(topic),
  messages: byName(messagesOn(topic), (message) => ({ $ref: `#/components/messages/${nameOf(message)}` })),
});

const operationOf = (topic: string): object => ({
  action: 'send',
  title:
    specOf(topic).latestOf === undefined ? `Changes of ${wordsOf(topic).title.toLowerCase()}` : wordsOf(topic).title,
  summary: 'This service publishes; subscribers consume.',
  channel: { $ref: `#/channels/${topic}` },
});

const by = <T>(valueOf: (topic: string) => T) =>
  Object.fromEntries(publicTopics.map((topic) => [topic, valueOf(topic)]));

/** The AsyncAPI 3 document of all public topics, printed from the definitions of their messages. */
export const asyncApiDocument = (examples: Examples): object => ({
  asyncapi: '3.1.0',
  info: {
    title: 'payorch events',
    version: '1.0.0',
    description: introduction,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    contact: { name: 'The operators of this service' },
    tags: [
      {
        name: 'payments',
        description: 'Payments, refunds, disputes, payouts, customers, payment methods, mandates and relays.',
      },
    ],
  },
  id: 'urn:payorch:events',
  defaultContentType: 'application/json',
  servers: {
    subscribers: {
      host: '{brokers}',
      protocol: 'kafka-secure',
      description: 'The listener for subscribers: TLS and SASL, with the user that an operator made.',
      variables: { brokers: { description: 'The brokers’ public addresses, as the operator names them.' } },
    },
  },
  channels: by(channelOf),
  operations: by(operationOf),
  components: {
    messages: byName(publicMessages, (message) => messageOf(message, examples)),
    schemas: { cloudEvent, ...Object.fromEntries(publicMessages.map((one) => [payloadName(one), payloadOf(one)])) },
  },
});
