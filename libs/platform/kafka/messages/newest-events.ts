import type { EncodedMessage } from './envelope';
import { headerText, type RawRecord } from './codec';

/** Whose objects the events of a topic are about: topics are named `<owner>.<what>`. */
const ownerOf = (topic: string): string => topic.slice(0, topic.indexOf('.'));

const marker = '"version":';

/**
 * The version in a body; 0 in one without. Not parsed: no text in JSON contains the marker, because its quotes would be escaped,
 * and no public event has an object with a version before its own.
 */
export function versionIn(value: Buffer): number {
  const at = value.indexOf(marker);
  if (at < 0) return 0;
  const digits = at + marker.length;
  return Number.parseInt(value.toString('latin1', digits, digits + 12), 10) || 0;
}

/** Of two events of an object the newer one: an event that came again may follow a newer one. */
const newerOf = (one: RawRecord, other: RawRecord): RawRecord =>
  versionIn(one.value!) > versionIn(other.value!) ? one : other;

const headersOf = (record: RawRecord): Record<string, string> =>
  Object.fromEntries(
    Object.keys(record.headers ?? {}).flatMap((name) => {
      const text = headerText(record.headers, name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );

/**
 * The newest event of each object in a batch of a lifecycle topic, in the order of the last records: the same key, headers and
 * bytes, for `topic`. The topic's guests, such as the refunds on the topic of payments, are left out: they have topics of their own.
 */
export function newestEvents(records: readonly RawRecord[], topic: string): EncodedMessage[] {
  const newest = new Map<string, RawRecord>();
  for (const record of records) {
    if (record.key === null || record.value === null) continue;
    if (headerText(record.headers, 'ce_source') !== ownerOf(record.topic)) continue;
    const key = record.key.toString();
    const before = newest.get(key);
    newest.delete(key);
    newest.set(key, before ? newerOf(before, record) : record);
  }
  return [...newest].map(([key, record]) => ({ topic, key, value: record.value!, headers: headersOf(record) }));
}
