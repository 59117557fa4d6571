import { InvariantError } from '@payorch/kernel';

const identifier = /^[a-z_][a-z0-9_]*$/;

const settings = {
  autovacuum_vacuum_threshold: 2_000,
  autovacuum_vacuum_scale_factor: 0.02,
  autovacuum_vacuum_insert_threshold: 10_000,
  autovacuum_vacuum_insert_scale_factor: 0.05,
  autovacuum_analyze_threshold: 2_000,
  autovacuum_analyze_scale_factor: 0.05,
  // By default a worker rests so often that a queue which turns over thousands of rows a second outgrows it.
  autovacuum_vacuum_cost_limit: 2_000,
};

function altered(table: string, change: string): string {
  if (!identifier.test(table)) throw new InvariantError(`not an identifier: ${table}`);
  return `ALTER TABLE "${table}" ${change}`;
}

/**
 * SQL for a migration: autovacuum comes to this table after a fixed number of changes while it is small, and after a small
 * share of it once it is large. The server's own settings wait for a fifth of the table.
 */
export const hotTable = (table: string): string => {
  const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return altered(table, `SET (${list.join(', ')})`);
};

/** SQL that takes `hotTable` back. */
export const ordinaryTable = (table: string): string => altered(table, `RESET (${Object.keys(settings).join(', ')})`);
