/** Objects by the names of their tables, which are those of their topics. */
export const publicObjects = [
  ...(['payments', 'refunds', 'disputes', 'payouts'] as const),
  ...(['customers', 'payment_methods', 'mandates', 'relays'] as const),
] as const;

/** `refunds.snapshots` is an internal topic. */
export const snapshotTopicOf = (object: string): string =>
  object === 'refunds' ? 'refunds.public_snapshots' : `${object}.snapshots`;
export const lifecycleTopicOf = (object: string): string => `${object}.lifecycle`;
export const objectOfTopic = (topic: string): string => topic.slice(0, topic.indexOf('.'));

/** A record in the form in which the client library delivers it. */
interface EventRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface ReadModelRow {
  readonly key: string;
  readonly version: number;
  /** The type of the event, e.g. `payment.captured`. */
  readonly type: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/**
 * The rows of a batch in the order of their keys, of each object the newest version alone. Events of other objects on the topic
 * are left out: they have topics of their own.
 */
export function readModelRows(topic: string, records: readonly EventRecord[]): ReadModelRow[] {
  const newest = new Map<string, ReadModelRow>();
  for (const { key, value, headers = {} } of records) {
    if (key === null || value === null || String(headers['ce_source']) !== objectOfTopic(topic)) continue;
    const state = JSON.parse(String(value)) as { readonly version: number };
    const row = { key: String(key), version: state.version, type: String(headers['ce_type']), state };
    if ((newest.get(row.key)?.version ?? 0) < row.version) newest.set(row.key, row);
  }
  return [...newest.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The partitions, by `topic/partition`, with records before these ends that the positions have not reached. */
export const unreadPartitions = (
  ends: ReadonlyMap<string, { readonly low: bigint; readonly high: bigint }>,
  positions: ReadonlyMap<string, bigint>,
): string[] =>
  [...ends].filter(([name, { low, high }]) => high > low && (positions.get(name) ?? low) < high).map(([name]) => name);
