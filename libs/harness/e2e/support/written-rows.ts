import type { RunningSystem } from '@payorch/harness';
import { rowsOf } from './rows';

/** What was written to one table. */
export type Writes = Readonly<Record<string, number>>;

/** What the write-ahead log of Postgres has since a position. */
export interface Written {
  /** By table: the rows inserted, updated and deleted. */
  readonly rows: Readonly<Record<string, Writes>>;
  /** Bytes of the log for rows and entries of indexes: not for pages that are split or written whole, and not for vacuum. */
  readonly walBytes: number;
}

/** The end of the write-ahead log. */
export async function walPosition(system: RunningSystem): Promise<string> {
  const [end] = await rowsOf<{ position: string }>(system, 'SELECT pg_current_wal_insert_lsn()::text AS position');
  return end!.position;
}

/** Written by the clock, as the presence of a worker and the last use of an API key are. */
const byTheClock = ['connector_worker.worker_presence', 'gateway.api_keys'];
/** Not the parts of large values. Published messages leave the outbox with the next batch, whosever it is. */
const isRow = (table: string, kind: string): boolean =>
  !table.startsWith('pg_toast.') && !(table.endsWith('.outbox') && kind === 'deleted');

/** What each change of a row writes. Splits of an index's pages, sequences and hints come now and then, whatever caused them. */
const isChange = /^(INSERT|UPDATE|HOT_UPDATE|DELETE|LOCK|HEAP_CONFIRM|INSERT_LEAF)$/;

const kinds = { INSERT: 'inserted', UPDATE: 'updated', HOT_UPDATE: 'updated', DELETE: 'deleted' } as const;

/** What the database of this system has written since a position. */
export async function writtenSince(system: RunningSystem, position: string): Promise<Written> {
  await rowsOf(system, 'CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  // A record of our own, flushed by its commit: Postgres refuses to read a part of the log that has no whole record.
  await rowsOf(system, "SELECT pg_logical_emit_message(true, 'end', '')");
  const records = await rowsOf<{ table: string; manager: string; kind: string; bytes: number }>(
    system,
    `SELECT n.nspname || '.' || o.relname AS table, r.resource_manager AS manager, split_part(r.record_type, '+', 1) AS kind,
       r.record_length - r.fpi_length AS bytes
     FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn()) r
     JOIN pg_class c ON c.relfilenode = substring(r.block_ref FROM 'rel \\d+/\\d+/(\\d+)')::oid
     LEFT JOIN pg_index i ON i.indexrelid = c.oid
     JOIN pg_class o ON o.oid = coalesce(i.indrelid, c.oid)
     JOIN pg_namespace n ON n.oid = o.relnamespace
     WHERE substring(r.block_ref FROM 'rel \\d+/(\\d+)/')::oid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND n.nspname !~ '^pg_catalog'`,
    [position],
  );
  const caused = records.filter(({ table, kind }) => {
    const isTheirs = !byTheClock.includes(table) && isChange.test(kind);
    return isTheirs && (kind !== 'DELETE' || isRow(table, 'deleted'));
  });
  const rows: Record<string, Record<string, number>> = {};
  for (const { table, manager, kind: recordType } of caused) {
    const kind = kinds[recordType as keyof typeof kinds];
    if (manager !== 'Heap' || kind === undefined || !isRow(table, kind)) continue;
    const writes = (rows[table] ??= {});
    writes[kind] = (writes[kind] ?? 0) + 1;
  }
  return { rows, walBytes: caused.reduce((sum, { bytes }) => sum + bytes, 0) };
}
