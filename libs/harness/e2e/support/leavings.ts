import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Redis from 'ioredis';
import type { AppName } from '../../../../tools/lib/app-env';
import type { RunningSystem, System } from '@payorch/harness';
import type { Place } from './marks';
import { recordsIn, topicsOf } from './records';
import { rowsOf } from './rows';

const place = (name: string, parts: readonly (string | Buffer | null | undefined)[]): Place => ({
  name,
  content: Buffer.concat(parts.flatMap((part) => [Buffer.from(part ?? ''), Buffer.from('\n')])),
});

/** Every row of every table of every schema, as text: what a dump would hold. */
export async function dump(system: RunningSystem): Promise<Place[]> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await rowsOf<{ row: string }>(system, `SELECT t::text AS row FROM ${name} t`);
      return place(
        `table ${name}`,
        rows.map(({ row }) => row),
      );
    }),
  );
}

/** Every record of every topic: key, value and headers. */
export async function topics(system: RunningSystem): Promise<Place[]> {
  const records = await recordsIn(system, await topicsOf(system));
  return records.map(({ topic, key, value, headers }) =>
    place(`topic ${topic}`, [key, value, JSON.stringify(headersOf(headers))]),
  );
}

const headersOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Every key of Redis with what it holds, as Redis itself would write it to a file too. */
export async function redis(system: RunningSystem): Promise<Place[]> {
  const client = new Redis(system.redisUrl);
  try {
    const keys = await client.keys('*');
    return await Promise.all(
      keys.map(async (key) =>
        place(`redis ${key}`, [key, `\t${await client.get(key)}\t`, await client.dumpBuffer(key)]),
      ),
    );
  } finally {
    client.disconnect();
  }
}

const zeros = Buffer.alloc(4096);

/** Most of what servers reserve is empty; what is not is kept in its order. */
function withoutZeros(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const page = bytes.subarray(at, at + zeros.length);
    if (!page.equals(zeros.subarray(0, page.length))) kept.push(page);
  }
  return Buffer.concat(kept);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** What Postgres (write-ahead log included), the broker and Redis keep on disk, with their own logs. */
export async function files(system: RunningSystem): Promise<Place[]> {
  const [data] = await rowsOf<{ data_directory: string }>(system, 'SHOW data_directory');
  await rowsOf(system, 'CHECKPOINT');
  const client = new Redis(system.redisUrl);
  const [, redisFolder] = (await client.config('GET', 'dir')) as [string, string];
  client.disconnect();
  const all = new Set([...filesIn(data!.data_directory), ...filesIn(path.dirname(redisFolder))]);
  return [...all]
    .filter(existsSync)
    .map((file) => ({ name: `file ${file}`, content: withoutZeros(readFileSync(file)) }));
}

/** What the apps wrote to their logs. */
export const logs = (system: RunningSystem, apps: readonly AppName[]): Place[] =>
  apps.map((name) => place(`log of ${name}`, [system.logs(name)]));

/** What the apps were told when they were started. */
export const environments = (system: System, apps: readonly AppName[]): Place[] =>
  apps.map((name) => place(`environment of ${name}`, [readFileSync(`/proc/${system.app(name).pid}/environ`)]));

/** What the processor wrote down itself. */
export const ledger = (system: RunningSystem): Place =>
  place(
    'ledger',
    system.ledger().map((entry) => JSON.stringify(entry)),
  );

/** Texts that somebody was sent. */
export const texts = (name: string, all: readonly string[]): Place => place(name, all);
