import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigintColumn } from './bigint-column';
import { oneOf } from './check-text';
import { columnsOf, type RowOf } from './columns';

@Entity({ name: 'entries' })
class EntryRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;
  @Column({ type: 'text', primary: true })
  owner!: string;
  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn })
  amount!: bigint | null;
  @Column({ type: 'text', array: true, update: false })
  tags!: string[];
  @Column({ type: 'jsonb', nullable: true })
  body!: object | null;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

@Entity({ name: 'renamed' })
class RenamedRow {
  @Column({ type: 'text', name: 'other' })
  column!: string;
}

@Entity({ name: 'untyped' })
class UntypedRow {
  @Column()
  column!: string;
}

const entries = columnsOf(EntryRow);
const written = entries.without('id', 'tags', 'created_at');

describe('the columns of an entity', () => {
  it('the columns have the order of the entity, without those that a list leaves out', () => {
    expect(entries.list).toBe('id, owner, amount, tags, body, created_at');
    expect(written.list).toBe('owner, amount, body');
    expect(written.listOf('n')).toBe('n.owner, n.amount, n.body');
    expect(entries.key).toBe('id, owner');
    expect(entries.sameKey('e', 'n')).toBe('e.id = n.id AND e.owner = n.owner');
  });

  it('an update assigns all columns but the key and those that never change', () => {
    expect(entries.setFrom('n')).toBe('amount = n.amount, body = n.body, created_at = n.created_at');
  });

  it('the arrays of unnest have the types of the columns, and JSON as text', () => {
    expect(written.arrays).toBe('$::text[], $::bigint[], $::jsonb[]');
    const rows: RowOf<typeof written>[] = [
      { owner: 'a', amount: 5, body: { b: 1 } },
      { owner: 'c', amount: null, body: null },
    ];
    expect(written.arraysOf(rows)).toEqual([
      ['a', 'c'],
      [5, null],
      ['{"b":1}', null],
    ]);
  });

  it('a row without one of the columns does not compile', () => {
    // @ts-expect-error: `body` is missing
    const row: RowOf<typeof written> = { owner: 'a', amount: 5 };
    expect(row).toBeDefined();
  });

  it.each([
    [class Unknown {}, 'Unknown names no table'],
    [RenamedRow, 'renamed.column'],
    [UntypedRow, 'untyped.column'],
  ])('%p is refused at the start', (entity, reason) => {
    expect(() => columnsOf(entity)).toThrow(reason);
  });
});

describe('a condition on the values of a column', () => {
  it('the condition lists the values', () =>
    expect(oneOf('state', ['sent', 'never'])).toBe(`"state" = ANY (ARRAY['sent'::text, 'never'::text])`));

  it('the condition refuses a value that could end its quotes', () =>
    expect(() => oneOf('state', [`a'`])).toThrow('not a plain word'));
});
