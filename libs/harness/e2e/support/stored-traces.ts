import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Redis from 'ioredis';
import type { AppName } from '@payorch/provisioning';
import type { RunningSystem, System } from '@payorch/harness';
import type { Place } from './card-markers';
import { recordsIn, topicsOf } from './records';
import { rowsOf } from './rows';

const place = (name: string, parts: readonly (string | Buffer | null | undefined)[]): Place => ({
  name,
  content: Buffer.concat(parts.flatMap((part) => [Buffer.from(part ?? ''), Buffer.from('\n')])),
});

/** Every row of every table of every schema as text, as in a dump. */
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

/** The whole value of a key, by its type. */
async function valueOf(client: Redis, key: string): Promise<string> {
  const type = await client.type(key);
  if (type === 'string') return String(await client.get(key));
  if (type === 'list') return (await client.lrange(key, 0, -1)).join('\n');
  if (type === 'hash') return JSON.stringify(await client.hgetall(key));
  if (type === 'set') return (await client.smembers(key)).join('\n');
  if (type === 'zset') return (await client.zrange(key, 0, '-1')).join('\n');
  if (type === 'none') return '';
  throw new Error(`${key} is a ${type}`);
}

/** Every Redis key with its value, as text and in Redis' dump format. */
export async function redis(system: RunningSystem): Promise<Place[]> {
  const client = new Redis(system.redisUrl);
  try {
    const keys = await client.keys('*');
    return await Promise.all(
      keys.map(async (key) =>
        place(`redis ${key}`, [key, `\t${await valueOf(client, key)}\t`, await client.dumpBuffer(key)]),
      ),
    );
  } finally {
    client.disconnect();
  }
}

const zeros = Buffer.alloc(4096);

/** Leaves out the zero pages that servers preallocate. */
function withoutZeros(bytes: Buffer): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const page = bytes.subarray(at, at + zeros.length);
    if (!page.equals(zeros.subarray(0, page.length))) pages.push(page);
  }
  return Buffer.concat(pages);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** The files of Postgres (with the write-ahead log), the broker and Redis, and their logs. */
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

/** The logs of the apps. */
export const logs = (system: RunningSystem, apps: readonly AppName[]): Place[] =>
  apps.map((name) => place(`log of ${name}`, [system.logs(name)]));

/** The environment of each app's process. */
export const environments = (system: System, apps: readonly AppName[]): Place[] =>
  apps.map((name) => place(`environment of ${name}`, [readFileSync(`/proc/${system.app(name).pid}/environ`)]));

/** The processor's own ledger. */
export const ledger = (system: RunningSystem): Place =>
  place(
    'ledger',
    system.ledger().map((entry) => JSON.stringify(entry)),
  );

/** Texts that the system sent, such as answers and webhooks. */
export const texts = (name: string, all: readonly string[]): Place => place(name, all);
