import { topics } from '@payorch/contracts';
import { type BodySeals, encode, headerText, type RawRecord } from './codec';
import type { EncodedMessage, Incoming } from './envelope';

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
  const headers = { ...encoded.headers, ...deadLetterHeaders(origin, cause.message) };
  return { ...encoded, topic: topics.deadLetters.name, headers };
}
