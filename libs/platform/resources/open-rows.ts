import { InvariantError } from '@payorch/kernel';
import { insertMissingJobs, type JobDefinition } from '@payorch/platform/jobs';
import { columnsOf, type Sql } from '@payorch/platform/postgres';

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The rows that await something, and the job that ends it. */
export interface OpenRows {
  readonly job: Pick<JobDefinition, 'type'>;
  /** SQL; an index has these rows alone. */
  readonly open: string;
  /** SQL: the partition of the row's key. */
  readonly partition?: string;
  /** The service owns no other kind of aggregates: its keys name none. */
  readonly isOnlyKind?: true;
}

/**
 * M10: a sweep that creates the job of every open row that has none, for whatever reason, once the row is unchanged for `afterMs`. The
 * table has the name of its kind of key, and a job names its row as messages do.
 */
export function scheduleMissing(
  entity: new () => object,
  { job, open, partition = 'partition', isOnlyKind }: OpenRows,
) {
  const { table, key } = columnsOf(entity);
  const [merchant, id] = key.split(', ');
  if (merchant !== 'merchant_id' || id === undefined) throw new InvariantError(`${table} has no key of one object`);
  const separator = isOnlyKind ? '/' : `/${table}/`;
  const unscheduled = `
    SELECT merchant_id || '${separator}' || ${id} AS key, ${partition} AS partition,
      jsonb_build_object('merchantId', merchant_id, '${camelCase(id)}', ${id}) AS data
    FROM ${table} WHERE ${open} AND modified_at < now() - make_interval(secs => $2::double precision / 1000)`;
  return (afterMs: number) =>
    async (sql: Sql): Promise<void> => {
      await sql.query(insertMissingJobs(unscheduled), [job.type, afterMs]);
    };
}
