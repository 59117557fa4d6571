import { deadLetterTopic } from '@payorch/contracts';
import { encode, headerText, type RawRecord } from './codec';
import type { EncodedMessage, Incoming } from './envelope';

/** Why a message is parked, and whence it came. */
const parkedHeaders = ({ topic, partition, offset }: Incoming['origin'], cause: string): Record<string, string> => ({
  'x-cause': cause.slice(0, 2_000),
  'x-origin-topic': topic,
  'x-origin-partition': String(partition),
  'x-origin-offset': offset,
});

/** The record as it came, addressed to its topic's dead-letter topic, with why and whence in the headers. */
export function deadLetterOf(record: RawRecord, cause: string): EncodedMessage {
  const names = Object.keys(record.headers ?? {});
  return {
    topic: deadLetterTopic(record.topic),
    key: record.key === null ? null : record.key.toString(),
    value: record.value ?? Buffer.alloc(0),
    headers: {
      ...Object.fromEntries(names.map((name) => [name, headerText(record.headers, name) ?? ''])),
      ...parkedHeaders(record, cause),
    },
  };
}

/** The same of a message that was read but can never be handled. */
export function deadLetterOfMessage({ message, data, context, origin }: Incoming, cause: Error): EncodedMessage {
  const encoded = encode({ message, data, context });
  const headers = { ...encoded.headers, ...parkedHeaders(origin, cause.message) };
  return { ...encoded, topic: deadLetterTopic(origin.topic), headers };
}
