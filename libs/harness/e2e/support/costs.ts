import { topics, type TopicSpec } from '@payorch/contracts';
import type { RunningSystem } from '@payorch/harness';
import { recordsIn, topicsOf, type TopicRecord } from './records';
import { rowsOf } from './rows';

/** The messages that a request causes and the rows that remain of it. */
export interface Cost {
  /** By topic; a family of topics (`connector.commands.<lane>`) is one. */
  readonly messages: Readonly<Record<string, number>>;
  /** Keys, bodies and headers. */
  readonly messageBytes: number;
  /** By table; a row that is deleted again counts nothing. */
  readonly rows: Readonly<Record<string, number>>;
  /** Stored bytes that all rows together gain, without indexes. */
  readonly rowBytes: number;
}

/** The rows of a merchant, by table. */
export type Stored = ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>;

/** The rows of a merchant in every table that names merchants. */
export async function storedOf(system: RunningSystem, merchantId: string): Promise<Stored> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE column_name = 'merchant_id' AND table_schema NOT LIKE 'pg_%' ORDER BY 1`,
  );
  const one = ({ name }: { name: string }): string =>
    `SELECT '${name}' AS name, count(*)::int AS rows, coalesce(sum(pg_column_size(t.*)), 0)::int AS bytes
     FROM ${name} t WHERE merchant_id = $1`;
  const stored = await rowsOf<{ name: string; rows: number; bytes: number }>(
    system,
    tables.map(one).join(' UNION ALL '),
    [merchantId],
  );
  return new Map(stored.map(({ name, rows, bytes }) => [name, { rows, bytes }]));
}

const familyOf = (topic: string): string =>
  topic.replace(/^(connector\.(?:commands|webhooks))\..*$/, '$1.<lane>').replace(/\.\d+$/, '.<slot>');

const bytesOf = ({ key, value, headers }: TopicRecord): number =>
  Object.entries(headers).reduce(
    (sum, [name, text]) => sum + name.length + Buffer.byteLength(String(text)),
    (key?.length ?? 0) + (value?.length ?? 0),
  );

const total = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** All records that these requests caused, by the id of the request. */
export async function recordsOf(
  system: RunningSystem,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TopicRecord[]>> {
  // How many events of an object become one copy on its snapshot topic depends on the moment.
  const snapshots = Object.values<TopicSpec>(topics).flatMap(({ name, latestOf }) => (latestOf ? [name] : []));
  const others: readonly string[] = [topics.deadLetters.name, topics.accountsConfig.name, ...snapshots];
  const names = (await topicsOf(system)).filter((topic) => !others.includes(topic));
  const found = new Map<string, TopicRecord[]>(requestIds.map((id) => [id, []]));
  for (const record of await recordsIn(system, names)) {
    const { correlationid, ce_correlationid: ofEvent } = record.headers;
    found.get(String(correlationid ?? ofEvent))?.push(record);
  }
  return found;
}

/** The cost of a request: its records, and the rows before and after it. */
export function costOf(records: readonly TopicRecord[], before: Stored, after: Stored): Cost {
  const messages: Record<string, number> = {};
  for (const { topic } of records) messages[familyOf(topic)] = (messages[familyOf(topic)] ?? 0) + 1;
  const gains = [...after].flatMap(([name, { rows, bytes }]) => {
    const was = before.get(name) ?? { rows: 0, bytes: 0 };
    return rows === was.rows && bytes === was.bytes ? [] : [{ name, rows: rows - was.rows, bytes: bytes - was.bytes }];
  });
  return {
    messages: Object.fromEntries(Object.entries(messages).sort()),
    messageBytes: total(records, bytesOf),
    rows: Object.fromEntries(gains.filter(({ rows }) => rows !== 0).map(({ name, rows }) => [name, rows])),
    rowBytes: total(gains, ({ bytes }) => bytes),
  };
}

type Figures = number | { readonly [name: string]: Figures };

/**
 * The least of each figure over several rounds. A round that met a background job has higher figures; a figure that another round
 * does not have is such a job's.
 */
export function least<T>(rounds: readonly T[]): T {
  const leastOf = (all: readonly Figures[]): Figures => {
    const [first] = all;
    if (typeof first !== 'object') return Math.min(...(all as readonly number[]));
    const records = all as readonly Record<string, Figures>[];
    const shared = Object.keys(first).filter((name) => records.every((one) => name in one));
    return Object.fromEntries(shared.map((name) => [name, leastOf(records.map((one) => one[name]!))]));
  };
  return leastOf(rounds as readonly Figures[]) as T;
}
