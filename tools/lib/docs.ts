export { aclsPage } from '@payorch/provisioning';
import { allMessages, nameOf, topics, type MessageDefinition, type TopicSpec } from '@payorch/contracts';
import { isFinal, statesOf, type Machine } from '@payorch/kernel';
import { fieldFates, type FieldFates } from '@payorch/rest';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text}\``;

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

function topicSection(spec: TopicSpec): string {
  const messages = allMessages.filter(({ topic }) => topic === spec.name);
  const readers = spec.readers === 'everyone' ? 'every service and every subscriber' : spec.readers.join(', ');
  return [
    `## ${spec.name}`,
    '',
    table(
      ['', ''],
      [
        ['written by', spec.writers.join(', ')],
        ['read by', spec.visibility === 'public' || spec.readers !== 'everyone' ? readers : 'every service'],
        ['partitions', keys[spec.partitions]],
        ['retention', spec.retention],
        ['visibility', spec.visibility],
      ],
    ),
    '',
    messages.length === 0
      ? 'Replies to commands and queries: the bytes of the public object, or a refusal with its code.'
      : table(
          ['message', 'kind', 'body'],
          messages.map((message) => [code(nameOf(message)), message.kind, fieldsOf(message)]),
        ),
  ].join('\n');
}

/** docs/messages.md: every topic with its writers, readers and messages. */
export const messagesPage = (): string =>
  [
    '# Messages',
    '',
    'Printed from `libs/contracts` by `npm run docs`; do not edit. The body is JSON alone; headers carry CloudEvents attributes (`ce_id`,',
    '`ce_type`, `ce_time`, `ce_dataschema` as the version), `traceparent`, `correlationid`, and the reply address.',
    'Within a version only optional fields are added. A subscriber drops a message that is not newer than its latest one.',
    '',
    ...Object.values(topics).map((spec) => `${topicSection(spec)}\n`),
    'Every topic of commands, requests, results and webhooks has a `<topic>.dlq`: messages that cannot be handled, with the cause.',
    '',
  ].join('\n');

/** The transitions out of a state: event → next state. */
const exitsOf = (machine: Machine, state: string): string =>
  isFinal(machine, state)
    ? 'final'
    : Object.entries(machine[state] ?? {})
        .map(([event, next]) => `${event} → ${next}`)
        .join('; ');

/** A state machine as an app describes it in its `src/machines.ts`: each column is a function of the state. */
export interface DocumentedMachine {
  readonly title: string;
  /** Relative to the workspace. */
  readonly file: string;
  readonly about: string;
  readonly machine: Machine;
  readonly columns: Readonly<Record<string, (state: string) => string | boolean>>;
}

const cellOf = (value: string | boolean): string => (typeof value === 'string' ? code(value) : value ? 'yes' : '');

function machineSection({ title, file, about, machine, columns }: DocumentedMachine): string {
  const rows = statesOf(machine).map((state) => [
    code(state),
    ...Object.values(columns).map((column) => cellOf(column(state))),
    exitsOf(machine, state),
  ]);
  const head = ['state', ...Object.keys(columns), 'on event → next state'];
  return [`## ${title} (${code(file)})`, '', about, '', table(head, rows), ''].join('\n');
}

/** docs/machines.md: the states and transitions of every state machine. */
export const machinesPage = (machines: readonly DocumentedMachine[]): string =>
  [
    '# State machines',
    '',
    'Printed from the tables in the code by `npm run docs`; do not edit.',
    '',
    ...machines.map(machineSection),
  ].join('\n');

const names = (text: string): string[] => text.split(' ').filter((name) => name !== '');

function fatesTable({ acts, shown = '', ignored = {}, refused = {} }: FieldFates): string {
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
  const requests = new Map<FieldFates, string[]>();
  for (const [name, fates] of Object.entries(fieldFates)) requests.set(fates, [...(requests.get(fates) ?? []), name]);
  return [
    '# Seen and unseen fields',
    '',
    'Printed from `libs/rest/src/field-fates.ts` by `npm run docs`; do not edit. Every property of every request, and the effect of',
    'its value. *acts*: it changes how the request is handled. *stored and shown*: answers return it; no other effect. *ignored*: no',
    'service reads it, for the given reason. *refused by name*: 501 IR_00 with its name when its value would have an effect; else accepted.',
    '',
    ...[...requests].flatMap(([fates, classes]) => [`## ${classes.join(', ')}`, '', fatesTable(fates), '']),
  ].join('\n');
}
