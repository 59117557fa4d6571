import { InvariantError } from '@payorch/kernel';

const identifier = /^[a-z_][a-z0-9_]*$/;

const settings = {
  autovacuum_vacuum_threshold: 2_000,
  autovacuum_vacuum_scale_factor: 0.02,
  autovacuum_vacuum_insert_threshold: 10_000,
  autovacuum_vacuum_insert_scale_factor: 0.05,
  autovacuum_analyze_threshold: 2_000,
  autovacuum_analyze_scale_factor: 0.05,
  // With the default, a worker pauses so often that a queue table with thousands of changed rows a second grows.
  autovacuum_vacuum_cost_limit: 2_000,
};

function altered(table: string, change: string): string {
  if (!identifier.test(table)) throw new InvariantError(`not an identifier: ${table}`);
  return `ALTER TABLE "${table}" ${change}`;
}

/**
 * SQL for a migration: autovacuum runs on this table after a fixed number of changes while the table is small, and
 * after a small share of its rows when it is large. The server's defaults wait for a fifth of the table.
 */
export const hotTable = (table: string): string => {
  const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return altered(table, `SET (${list.join(', ')})`);
};

/** SQL that reverts `hotTable`. */
export const ordinaryTable = (table: string): string => altered(table, `RESET (${Object.keys(settings).join(', ')})`);
