import { partsOfKey } from '@payorch/contracts';
import type { Columns, Sql, Statement, StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { columnsOf, VersionedRows } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';

/** How a resource of one row is stored. */
export interface StoredResource<State, Row> {
  /** The key of the resource's messages. */
  keyOf(state: State): string;
  toRow(state: State): WrittenRow<Row>;
  fromRow(row: StoredRow<Row>): State;
}

/** Resources of one row each as aggregates of their own, by merchant and id. */
export class ResourceStore<
  State extends { readonly version: number },
  Row extends { version: number },
> implements AggregateStore<State, unknown> {
  private readonly columns: Columns<Row>;
  private readonly rows: VersionedRows<Row>;

  constructor(
    entity: new () => Row,
    private readonly stored: StoredResource<State, Row>,
  ) {
    this.columns = columnsOf(entity);
    this.rows = new VersionedRows(this.columns);
  }

  async load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, State>> {
    const ids = keys.map(partsOfKey);
    const { list, table, key } = this.columns;
    const found = await sql.query<StoredRow<Row>>(
      `SELECT ${list} FROM ${table} WHERE (${key}) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY ${key} ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    return new Map(found.map(this.stored.fromRow).map((state) => [this.stored.keyOf(state), state]));
  }

  writes(changes: readonly Change<State>[], _shared?: unknown): readonly Statement[] {
    return this.save(changes);
  }

  /** The writes of changed rows, whatever changed them; no statement where nothing is written. */
  save(changes: readonly Pick<Change<State>, 'before' | 'after'>[]): readonly Statement[] {
    return this.rows.writesOf(changes, this.stored.toRow);
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, key: string): Promise<State | undefined> {
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}
