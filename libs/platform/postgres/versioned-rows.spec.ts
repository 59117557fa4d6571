import { Column, Entity } from 'typeorm';
import { columnsOf } from './columns';
import { VersionedRows } from './versioned-rows';

@Entity({ name: 'entries' })
class EntryRow {
  @Column({ type: 'text', primary: true })
  id!: string;
  @Column({ type: 'int' })
  version!: number;
  @Column({ type: 'text', update: false })
  owner!: string;
}

interface Entry {
  readonly id: string;
  readonly version: number;
}
const toRow = ({ id, version }: Entry) => ({ id, version, owner: 'acme' });
const rows = new VersionedRows(columnsOf(EntryRow));
const writesOf = (...changes: [before: number | undefined, id: string, after: number][]) =>
  rows
    .writesOf<Entry>(
      changes.map(([before, id, after]) => ({
        before: before === undefined ? undefined : { id, version: before },
        after: { id, version: after },
      })),
      toRow,
    )
    .map(({ text, params }) => ({ text: text.replace(/\s+/g, ' '), params }));

describe('rows with a version', () => {
  const inserts =
    'created AS (INSERT INTO entries (id, version, owner) SELECT id, version, owner FROM jsonb_populate_recordset(NULL::entries, $1) ON CONFLICT DO NOTHING RETURNING 1)';

  it('nothing to write is no statement', () => expect(writesOf()).toEqual([]));

  it('a created row is inserted, and one row must have been inserted', () => {
    const [statement, ...others] = writesOf([undefined, 'a', 1]);
    expect(others).toEqual([]);
    expect(statement?.text).toContain(`WITH ${inserts} SELECT `);
    expect(statement?.text).toContain('(SELECT count(*) FROM created)');
    expect(statement?.params).toEqual(['[{"id":"a","version":1,"owner":"acme"}]', 1]);
  });

  it('a changed row is updated where the stored one has the version before; created and changed rows share a statement', () => {
    const [statement] = writesOf([3, 'b', 4], [undefined, 'a', 1]);
    expect(statement?.text).toContain(
      'changed AS ( UPDATE entries r SET version = n.version FROM ROWS FROM (jsonb_populate_recordset(NULL::entries, $2), unnest($3::int[])) n WHERE r.id = n.id AND r.version = n.unnest RETURNING 1)',
    );
    expect(statement?.params).toEqual([
      '[{"id":"a","version":1,"owner":"acme"}]',
      '[{"id":"b","version":4,"owner":"acme"}]',
      [3],
      1,
      1,
    ]);
  });
});
