import { storedFor, type StoredFor } from '@payorch/platform/retention';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deletedByAge } from './lib/row-retention';
import { getMetadataArgsStorage } from 'typeorm';

type Row = abstract new () => object;

/** What a service exports of its schema; a test of each service compares the entities with the tables that its migrations make. */
interface Schema {
  readonly schema: string;
  readonly entities: readonly Row[];
}

const apps = path.resolve(__dirname, '../apps');
const places = ['src/schema.ts', 'src/persistence/schema.ts', 'src/persistence/database.ts'];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'schema' in value && 'entities' in value;

async function schemas(): Promise<Schema[]> {
  const found: Schema[] = [];
  for (const app of readdirSync(apps))
    for (const place of places) {
      const file = path.join(apps, app, place);
      const exported = await import(file).catch((error: { code?: string }) => {
        if (error.code === 'MODULE_NOT_FOUND') return {};
        throw error;
      });
      found.push(...[exported, ...Object.values(exported as object)].filter(isSchema));
    }
  return found;
}

interface Answer {
  readonly table: string;
  readonly stored: StoredFor;
}

/** The answer of every table; throws where an entity has none. */
const answersOf = ({ schema, entities }: Schema): Answer[] =>
  entities.map((row) => {
    const table = getMetadataArgsStorage().tables.find(({ target }) => target === row);
    return { table: `${schema}.${table?.name}`, stored: storedFor(row) };
  });

let answers: Answer[];
beforeAll(async () => {
  answers = (await schemas()).flatMap(answersOf);
}, 60_000);

it('every table of every service declares how long its rows are stored', () => {
  const services = new Set(answers.map(({ table }) => table.split('.')[0]));
  expect([...services].sort()).toEqual([
    ...['connector_worker', 'gateway', 'payments', 'payouts', 'refunds', 'routing', 'webhooks'],
  ]);
  expect(answers.length).toBeGreaterThan(55);
  expect(answers.filter(({ stored }) => stored.why.length < 10)).toEqual([]);
});

it('an entity without a declaration is refused by its name', () => {
  class NewRow {}
  expect(() => storedFor(NewRow)).toThrow('NewRow does not declare how long its rows are stored');
});

it('the bench shortens the retention of every table that is deleted by age', () => {
  // The gateway's inbox is a table that a former release made: nothing writes to it.
  const declared = answers.flatMap(({ table, stored }) =>
    stored.kind === 'setting' && table !== 'gateway.inbox' ? [[table, stored.setting] as const] : [],
  );
  expect(deletedByAge).toEqual(Object.fromEntries(declared));
});

it('every setting by which rows are deleted has its line in the documentation, with the tables', () => {
  const [settings, operating] = ['configuration', 'operating'].map((page) =>
    readFileSync(path.resolve(__dirname, `../docs/${page}.md`), 'utf8'),
  );
  const missing = answers.flatMap(({ table, stored }) => {
    if (stored.kind !== 'setting') return [];
    const isKnown = settings?.includes(`| \`${stored.setting}\` |`) && operating?.includes(`\`${stored.setting}\``);
    return isKnown ? [] : [`${table}: ${stored.setting}`];
  });
  expect(missing).toEqual([]);
});

it('what grows with payments and is no record of the business is deleted by age or by the work that ends it', () => {
  const growing = [
    ...['payments', 'refunds', 'payouts'].flatMap((service) =>
      ['inbox', 'outbox', 'jobs'].map((table) => `${service}.${table}`),
    ),
    ...['connector_worker.operations', 'connector_worker.processor_events', 'connector_worker.deferred_operations'],
    ...['gateway.processor_webhooks', 'gateway.idempotency_keys', 'gateway.ephemeral_keys', 'payments.authentications'],
  ];
  const kinds = growing.map((table) => answers.find((one) => one.table === table)?.stored.kind);
  expect(kinds.filter((kind) => kind !== 'setting' && kind !== 'until')).toEqual([]);
});
