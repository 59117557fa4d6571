import { topics } from '@payorch/contracts';
import { errorText } from '@payorch/platform/telemetry';
import { type BodySeals, encode, headerText, type RawRecord } from './codec';
import type { EncodedMessage, Incoming } from './envelope';

/** The headers that a dead letter has beside those of the message. */
const ownHeaders = ['x-cause', 'x-origin-topic', 'x-origin-partition', 'x-origin-offset'];

/** The name of the error and its text. Not the message of a foreign error: it may quote the message that failed. */
export function deadLetterCause(error: Error): string {
  const text = errorText(error);
  const rest = text.startsWith(error.name) ? text.slice(error.name.length).trim() : text;
  return rest === '' ? error.name : `${error.name}: ${rest}`;
}

/** The cause and the origin of a dead-lettered message. */
const deadLetterHeaders = (
  { topic, partition, offset }: Incoming['origin'],
  cause: string,
): Record<string, string> => ({
  'x-cause': cause.slice(0, 2_000),
  'x-origin-topic': topic,
  'x-origin-partition': String(partition),
  'x-origin-offset': offset,
});

/** The original record, addressed to the dead-letter topic, with cause and origin in the headers. */
export function deadLetterOf(record: RawRecord, cause: string): EncodedMessage {
  const names = Object.keys(record.headers ?? {});
  return {
    topic: topics.deadLetters.name,
    key: record.key === null ? null : record.key.toString(),
    value: record.value ?? Buffer.alloc(0),
    headers: {
      ...Object.fromEntries(names.map((name) => [name, headerText(record.headers, name) ?? ''])),
      ...deadLetterHeaders(record, cause),
    },
  };
}

/** The dead letter of a message that was parsed but cannot be handled. */
export function deadLetterOfMessage(
  { message, data, context, origin }: Incoming,
  cause: Error,
  seals?: BodySeals,
): EncodedMessage {
  const encoded = encode({ message, data, context }, seals);
  const headers = { ...encoded.headers, ...deadLetterHeaders(origin, deadLetterCause(cause)) };
  return { ...encoded, topic: topics.deadLetters.name, headers };
}

/**
 * The message of a dead letter, addressed to its topic of origin: the key, the headers and the bytes with which it arrived there.
 * Undefined where the record names no topic of origin.
 */
export function messageOfDeadLetter({
  key,
  value,
  headers,
}: Pick<RawRecord, 'key' | 'value' | 'headers'>): EncodedMessage | undefined {
  const topic = headerText(headers, 'x-origin-topic');
  if (topic === undefined) return undefined;
  const names = Object.keys(headers ?? {}).filter((name) => !ownHeaders.includes(name));
  return {
    topic,
    key: key === null ? null : key.toString(),
    value: value ?? Buffer.alloc(0),
    headers: Object.fromEntries(names.map((name) => [name, headerText(headers, name) ?? ''])),
  };
}
