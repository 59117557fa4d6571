import type { RunningSystem } from '@payorch/harness';
import { rowsOf } from './rows';

/** What was written to one table. */
export type Writes = Readonly<Record<string, number>>;

/** What the write-ahead log of Postgres has since a position. */
export interface Written {
  /** By table: the rows inserted, updated and deleted. */
  readonly rows: Readonly<Record<string, Writes>>;
  /** Bytes of the log, for rows and indexes, without the whole pages after a checkpoint. */
  readonly walBytes: number;
}

/** The end of the write-ahead log. */
export async function walPosition(system: RunningSystem): Promise<string> {
  const [end] = await rowsOf<{ position: string }>(system, 'SELECT pg_current_wal_insert_lsn()::text AS position');
  return end!.position;
}

/** A worker notes its presence by the clock. Published messages leave the outbox with the next batch, whosever it is. */
const byTheClock = ['connector_worker.worker_presence', 'gateway.api_keys'];
const isCounted = (table: string, kind: string): boolean =>
  !byTheClock.includes(table) && !(table.endsWith('.outbox') && kind === 'deleted');

const kinds = { INSERT: 'inserted', UPDATE: 'updated', HOT_UPDATE: 'updated', DELETE: 'deleted' } as const;

/** What the database of this system has written since a position. */
export async function writtenSince(system: RunningSystem, position: string): Promise<Written> {
  await rowsOf(system, 'CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  // A record of our own, flushed by its commit: Postgres refuses to read a part of the log that has no whole record.
  await rowsOf(system, "SELECT pg_logical_emit_message(true, 'end', '')");
  const records = await rowsOf<{ table: string | null; kind: string; bytes: number }>(
    system,
    `SELECT CASE WHEN n.nspname !~ '^pg_' AND r.resource_manager = 'Heap' THEN n.nspname || '.' || c.relname END AS table,
       split_part(r.record_type, '+', 1) AS kind, r.record_length - r.fpi_length AS bytes
     FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn()) r
     LEFT JOIN pg_class c ON c.relfilenode = substring(r.block_ref FROM 'rel \\d+/\\d+/(\\d+)')::oid
     LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE substring(r.block_ref FROM 'rel \\d+/(\\d+)/')::oid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [position],
  );
  const rows: Record<string, Record<string, number>> = {};
  for (const { table, kind: recordType } of records) {
    const kind = kinds[recordType as keyof typeof kinds];
    if (table === null || kind === undefined || !isCounted(table, kind)) continue;
    const writes = (rows[table] ??= {});
    writes[kind] = (writes[kind] ?? 0) + 1;
  }
  return { rows, walBytes: records.reduce((sum, { bytes }) => sum + bytes, 0) };
}
