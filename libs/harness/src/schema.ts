import { freshSchema, type SchemaName } from './database';

/** A database of TypeORM. */
interface OpenDatabase {
  query(text: string): Promise<unknown>;
  synchronize(): Promise<void>;
  destroy(): Promise<void>;
}

export interface DescribedSchema {
  readonly schema: SchemaName;
  /** Opens the database with the entities of the service, and its migrations or none. */
  readonly open: (url: string, migrations: 'all' | 'none') => Promise<OpenDatabase>;
}

/**
 * Columns, constraints and indexes of every table, a line each, in PostgreSQL's own words: two texts of one condition are
 * equal here. TypeORM's table of migrations belongs to no entity.
 */
const lines = `
  WITH tables AS (
    SELECT oid, relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations'
  )
  SELECT line FROM (
    SELECT relname || ': column ' || attname || ' ' || format_type(atttypid, atttypmod)
      || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') AS line
    FROM tables JOIN pg_attribute ON attrelid = tables.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT relname || ': constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    FROM tables JOIN pg_constraint ON conrelid = tables.oid WHERE contype <> 'n'
    UNION ALL
    SELECT relname || ': ' || pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
  ) described ORDER BY line`;

/** The order of the values in a condition `= ANY (ARRAY[…])` means nothing. */
const withSortedLists = (line: string): string =>
  line.replaceAll(/ARRAY\[([^\]]*)\]/g, (_, values: string) => `ARRAY[${values.split(', ').sort().join(', ')}]`);

async function linesOf({ schema, open }: DescribedSchema, migrations: 'all' | 'none'): Promise<readonly string[]> {
  const fresh = await freshSchema(schema);
  try {
    const database = await open(fresh.url, migrations);
    if (migrations === 'none') await database.synchronize();
    const rows = (await database.query(lines)) as readonly { line: string }[];
    await database.destroy();
    return rows.map(({ line }) => withSortedLists(line));
  } finally {
    await fresh.drop();
  }
}

/** The test that two descriptions of a schema agree: its migrations, and the tables that TypeORM makes of its entities. */
export function testSchema(described: DescribedSchema): void {
  it('migrations produce exactly what the entities describe', async () => {
    const migrated = await linesOf(described, 'all');
    expect(migrated.length).toBeGreaterThan(0);
    expect(migrated).toEqual(await linesOf(described, 'none'));
  });
}
