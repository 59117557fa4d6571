import type { Columns, WrittenRow } from './columns';
import { PartedStatement } from './parted-statement';
import { exactly } from './sql-errors';
import type { Statement } from './transaction';

type PartName = 'created' | 'changed';

/** A changed row, and the version that the stored one must still have. */
export interface ChangedRow<Row> {
  readonly row: Row;
  readonly version: number;
}

/**
 * Writes rows with a `version` column: one statement inserts the created ones and updates the changed ones. It fails if
 * another instance has used a key or has changed a row meanwhile; the shell then decides the batch again.
 */
export class VersionedRows<Row extends { version: number }> {
  private readonly statement: PartedStatement<PartName>;

  constructor(columns: Columns<Row>) {
    const { table } = columns;
    const parts: Readonly<Record<PartName, string>> = {
      created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
      // Each row comes with its expected version in one row set: a second set would be compared row by row.
      changed: `
        UPDATE ${table} r SET ${columns.setFrom('n')}
        FROM ROWS FROM (jsonb_populate_recordset(NULL::${table}, $), unnest($::int[])) n
        WHERE ${columns.sameKey('r', 'n')} AND r.version = n.unnest
        RETURNING 1`,
    };
    this.statement = new PartedStatement(
      parts,
      (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
    );
  }

  /** The writes of changed aggregates that have one row each; `before` is undefined for a created one. */
  writesOf<State extends { readonly version: number }>(
    changes: readonly { readonly before: State | undefined; readonly after: State }[],
    toRow: (state: State) => WrittenRow<Row>,
  ): readonly Statement[] {
    const created = changes.flatMap(({ before, after }) => (before ? [] : [toRow(after)]));
    const changed = changes.flatMap(({ before, after }) =>
      before ? [{ row: toRow(after), version: before.version }] : [],
    );
    return this.writes(created, changed);
  }

  /** No statement where nothing is written. */
  writes(created: readonly WrittenRow<Row>[], changed: readonly ChangedRow<WrittenRow<Row>>[]): readonly Statement[] {
    const written: readonly (readonly [PartName, readonly unknown[], count: number])[] = [
      ['created', [JSON.stringify(created)], created.length],
      [
        'changed',
        [JSON.stringify(changed.map(({ row }) => row)), changed.map(({ version }) => version)],
        changed.length,
      ],
    ];
    const needed = written.filter(([, , count]) => count > 0);
    if (needed.length === 0) return [];
    const params = [...needed.flatMap(([, given]) => given), ...needed.map(([, , count]) => count)];
    return [{ text: this.statement.of(needed.map(([name]) => name)), params }];
  }
}
