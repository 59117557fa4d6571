import { deadLetterTopic } from '@payorch/contracts';
import { headerText, type RawRecord } from './codec';
import type { EncodedMessage } from './envelope';

/** The record as it came, addressed to its topic's dead-letter topic, with why and whence in the headers. */
export function deadLetterOf(record: RawRecord, cause: string): EncodedMessage {
  const names = Object.keys(record.headers ?? {});
  return {
    topic: deadLetterTopic(record.topic),
    key: record.key === null ? null : record.key.toString(),
    value: record.value ?? Buffer.alloc(0),
    headers: {
      ...Object.fromEntries(names.map((name) => [name, headerText(record.headers, name) ?? ''])),
      'x-cause': cause.slice(0, 2_000),
      'x-origin-topic': record.topic,
      'x-origin-partition': String(record.partition),
      'x-origin-offset': record.offset,
    },
  };
}
