import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import frozen from './migrations.json';

const apps = path.resolve(__dirname, '../apps');

const migrationFiles = (): string[] =>
  readdirSync(apps, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[\\/]src[\\/].*migrations[\\/][^\\/]+\.ts$/.test(file),
  );

/** The statements of one direction, without a database. */
async function statementsOf(direction: (runner: QueryRunner) => Promise<void>): Promise<unknown[]> {
  const statements: unknown[] = [];
  const query = async (...statement: unknown[]) => statements.push(statement);
  await direction({ query } as unknown as QueryRunner);
  return statements;
}

async function digestOf(migration: MigrationInterface): Promise<string> {
  const up = await statementsOf((runner) => migration.up(runner));
  const down = await statementsOf((runner) => migration.down(runner));
  return createHash('sha256').update(JSON.stringify({ up, down })).digest('hex');
}

/** The digest of the SQL of every migration, by its service and name. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of migrationFiles()) {
    const exported = (await import(path.join(apps, file))) as Record<string, new () => MigrationInterface>;
    for (const Migration of Object.values(exported)) {
      const migration = new Migration();
      found[`${file.split(path.sep)[0]}/${migration.name ?? Migration.name}`] = await digestOf(migration);
    }
  }
  return found;
}

it('every migration runs the SQL with which it landed: an addition gets a line in migrations.json', async () =>
  expect(await digests()).toEqual(frozen));
