import { messageOfDeadLetter } from '../../../libs/platform/kafka/messages/dead-letter';
import { redactText } from '@payorch/platform/telemetry';
import type { KafkaMessage } from 'kafkajs';

/** One record of the topic of dead letters, without its body. Nothing of it is personal: keys that look like a card number are masked. */
export interface DeadLetter {
  /** Its offset on the topic of dead letters: the id by which commands name it. */
  readonly offset: string;
  readonly at: Date;
  /** The topic of origin; null: the record names none, and cannot be replayed. */
  readonly topic: string | null;
  readonly origin: string;
  /** The key in full, by which messages keep their order; `shownKey` is for people. */
  readonly key: string | null;
  readonly shownKey: string | null;
  readonly type: string | null;
  readonly messageId: string | null;
  readonly cause: string;
  /** A command does not begin after it: a replay would change nothing. */
  readonly deadline: Date | null;
  readonly sizeBytes: number;
  readonly isSealed: boolean;
}

export type DeadLetterRecord = Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'offset' | 'timestamp'>;

export const headerOf = ({ headers }: Pick<DeadLetterRecord, 'headers'>, name: string): string | null => {
  const value = headers?.[name];
  return (Array.isArray(value) ? value.at(-1) : value)?.toString() ?? null;
};

const masked = (text: string | null): string | null => (text === null ? null : redactText(text));

const dateOf = (text: string | null): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Reads a record of the topic of dead letters; any record has a reading. */
export function deadLetterOf(record: DeadLetterRecord): DeadLetter {
  const header = (name: string): string | null => headerOf(record, name);
  const key = record.key === null ? null : record.key.toString();
  return {
    offset: record.offset,
    at: new Date(Number(record.timestamp)),
    topic: messageOfDeadLetter(record)?.topic ?? null,
    origin: `${header('x-origin-partition') ?? '?'}/${header('x-origin-offset') ?? '?'}`,
    key,
    shownKey: masked(key),
    type: header('ce_type'),
    messageId: masked(header('ce_id')),
    cause: redactText(header('x-cause') ?? 'unknown'),
    deadline: dateOf(header('deadline')),
    sizeBytes: record.value?.length ?? 0,
    isSealed: header('datakey') !== null,
  };
}

const follower = /^(?:Fault: )?follows a failed message of its key: /;

/** The cause of a group: without ids and numbers, and for a message behind a failed one of its key that one's cause. */
export const causeGroupOf = (cause: string): string =>
  cause
    .replace(follower, '')
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/[\w/-]*\d[\w/.:-]*/g, '#');

export interface Group {
  readonly topic: string | null;
  readonly type: string | null;
  readonly cause: string;
  readonly count: number;
  readonly keys: number;
  readonly first: Date;
  readonly last: Date;
  /** The oldest one, for `show`. */
  readonly offset: string;
}

/** Dead letters by topic, type and cause, the largest group first. */
export function groupsOf(letters: readonly DeadLetter[]): Group[] {
  const groups = new Map<string, DeadLetter[]>();
  for (const letter of letters) {
    const name = JSON.stringify([letter.topic, letter.type, causeGroupOf(letter.cause)]);
    const group = groups.get(name);
    if (group) group.push(letter);
    else groups.set(name, [letter]);
  }
  return [...groups.values()]
    .map((group) => {
      const [first, last] = [group[0]!, group.at(-1)!];
      return {
        topic: first.topic,
        type: first.type,
        cause: causeGroupOf(first.cause),
        count: group.length,
        keys: new Set(group.map(({ key }) => key)).size,
        first: first.at,
        last: last.at,
        offset: first.offset,
      };
    })
    .sort((one, other) => other.count - one.count);
}
