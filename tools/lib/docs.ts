export { aclsPage } from '@payorch/provisioning';
export { configPage } from './config-page';
export { connectorsTable } from './connectors-table';
export { withGenerated } from './markdown';
export { machinesPage } from './machines-page';
export { metricsPage } from './metrics-page';
export { paymentMethodsPage } from './payment-methods-page';
export { payoutConnectorsTable, payoutDestinationsTable } from './payout-tables';
export { faultsTable, stripeCardsTable, testCardsTable } from './test-cards-tables';
export { asyncApiDocument } from './topics/asyncapi';
export { releaseProblems } from './topics/compatibility';
import { messagesOn, topics, type MessageDefinition, type TopicSpec } from '@payorch/contracts';
import { fieldRules, type FieldRules } from '@payorch/rest';
import { code, table } from './markdown';

/** The fields of a message's body, as its schema has them; optional fields are marked with `?`. */
function fieldsOf(message: MessageDefinition): string {
  const { shape } = message.schema as unknown as {
    shape?: Record<string, { safeParse(value: unknown): { success: boolean } }>;
  };
  const names = Object.entries(shape ?? {}).map(([name, field]) =>
    field.safeParse(undefined).success ? `${name}?` : name,
  );
  return names.join(', ');
}

const keys: Record<TopicSpec['partitions'], string> = {
  keyed: '`merchant_id/object_id`; one instance consumes partition n of every keyed topic',
  parallel: 'handled concurrently; in order by key when there is one',
  single: 'one partition',
};

/** The messages that are not sealed on a sealed topic, where they carry nothing personal. */
function exceptOf(messages: ReturnType<typeof messagesOn>): string {
  const open = messages.filter(({ hasNothingPersonal }) => hasNothingPersonal).map(({ type }) => code(type));
  return open.length === 0
    ? ''
    : `; not sealed where it carries nothing personal and no id that looks like a card number: ${open.join(', ')}`;
}

/** What is on a topic of no message definition. */
const bodiesOf: Readonly<Record<string, string>> = {
  [topics.gatewayReplies.name]:
    'Replies to commands and queries: the bytes of the public object, or a refusal with its code.',
  [topics.deadLetters.name]:
    'Messages of every topic except replies that their reader cannot handle, with their key, headers and body; the body of a sealed topic stays sealed. ' +
    'More headers name the cause (`x-cause`) and the origin (`x-origin-topic`, `x-origin-partition`, `x-origin-offset`).',
};

function readersOf({ readers, visibility }: TopicSpec): string {
  if (readers === 'everyone') return visibility === 'public' ? 'every service and every subscriber' : 'every service';
  return readers.length === 0 ? 'operators' : readers.join(', ');
}

function topicSection(spec: TopicSpec): string {
  const messages = messagesOn(spec.name);
  return [
    `## ${spec.name}`,
    '',
    table(
      ['', ''],
      [
        ['written by', spec.writers.join(', ')],
        ['read by', readersOf(spec)],
        ['partitions', keys[spec.partitions]],
        ['retention', spec.retention],
        ['visibility', spec.visibility],
        ...(spec.isSealed ? [['body', `sealed with the data key of its merchant${exceptOf(messages)}`]] : []),
        ...(spec.hasOpenReplies ? [['replies', 'not sealed: without personal data']] : []),
      ],
    ),
    '',
    messages.length === 0
      ? bodiesOf[spec.name]
      : table(
          ['type', 'version', 'kind', 'body'],
          messages.map((message) => [code(message.type), String(message.version), message.kind, fieldsOf(message)]),
        ),
  ].join('\n');
}

/** docs/messages.md: every topic with its writers, readers and messages. */
export const messagesPage = (): string =>
  [
    '# Messages',
    '',
    'Printed from `libs/contracts` by `npm run docs`; do not edit. The body is JSON alone, on some topics sealed; headers carry CloudEvents attributes.',
    'On internal topics these are `ce_id`, `ce_type`, `ce_time` and `ce_dataschema` as the version, beside `traceparent`, `correlationid` and the reply address.',
    'Messages on public topics are valid CloudEvents 1.0, with schemas: [topics.md](topics.md).',
    'Within a version only optional fields are added. A subscriber drops a message that is not newer than its latest one.',
    '',
    ...Object.values(topics).map((spec) => `${topicSection(spec)}\n`),
  ].join('\n');

const names = (text: string): string[] => text.split(' ').filter((name) => name !== '');

function rulesTable({ acts, shown = '', ignored = {}, refused = {} }: FieldRules): string {
  return table(
    ['property', 'effect', ''],
    [
      ...names(acts).map((name) => [code(name), 'acts', '']),
      ...names(shown).map((name) => [code(name), 'stored and shown', '']),
      ...Object.entries(ignored).map(([name, why]) => [code(name), 'ignored', why]),
      ...Object.entries(refused).map(([name, { when }]) => [code(name), 'refused by name', when]),
    ],
  );
}

/** docs/fields.md: the effect of every property of every request. Requests with the same effects share a table. */
export function fieldsPage(): string {
  const requests = new Map<FieldRules, string[]>();
  for (const [name, rules] of Object.entries(fieldRules)) requests.set(rules, [...(requests.get(rules) ?? []), name]);
  return [
    '# Seen and unseen fields',
    '',
    'Printed from `libs/rest/src/field-rules.ts` by `npm run docs`; do not edit. Every property of every request, and the effect of',
    'its value. *acts*: it changes how the request is handled. *stored and shown*: answers return it; no other effect. *ignored*: no',
    'service reads it, for the given reason. *refused by name*: 501 IR_00 with its name when its value would have an effect; else accepted.',
    '',
    ...[...requests].flatMap(([rules, classes]) => [`## ${classes.join(', ')}`, '', rulesTable(rules), '']),
  ].join('\n');
}
