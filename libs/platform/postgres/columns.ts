import { InvariantError } from '@payorch/kernel';
import { getMetadataArgsStorage } from 'typeorm';

/** Other fields pass as they are: the driver and JSON agree about text, numbers and objects. */
type Stored<Value> = Value extends bigint ? string | number : Value extends Date ? Date | string : Value;
type Written<Value> = Value extends bigint ? number : Value extends Date ? Date | string : Value;

/** A row of this entity as a statement returns it: from the driver, or from `json_agg` inside another row. */
export type StoredRow<Row> = { readonly [Name in keyof Row]: Stored<Row[Name]> };
/** A whole row of this entity as a statement takes it, in JSON or in arrays. */
export type WrittenRow<Row> = { readonly [Name in keyof Row]: Written<Row[Name]> };
/** The row that these columns take: without one of its fields a mapper does not compile. */
export type RowOf<List> = List extends Columns<infer Row, infer Name> ? Pick<WrittenRow<Row>, Name> : never;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  /** False for the key, and for columns that their entity declares with `update: false`. */
  readonly mayChange: boolean;
}

type ColumnName<Row> = keyof Row & string;

const identifier = /^[a-z_][a-z0-9_]*$/;

const isJson = (type: string): boolean => type === 'json' || type === 'jsonb';

/**
 * Columns of one table, in the order of its entity: every column list in SQL is made here. A column that an entity gains is
 * in all lists that do not name it as left out, and its value is demanded of every mapper.
 */
export class Columns<Row extends object, Name extends ColumnName<Row> = ColumnName<Row>> {
  constructor(
    readonly table: string,
    private readonly columns: readonly Column[],
  ) {}

  without<Left extends Name>(...left: readonly Left[]): Columns<Row, Exclude<Name, Left>> {
    const names = new Set<string>(left);
    return new Columns(
      this.table,
      this.columns.filter(({ name }) => !names.has(name)),
    );
  }

  get names(): readonly Name[] {
    return this.columns.map(({ name }) => name as Name);
  }

  /** `a, b` */
  get list(): string {
    return this.names.join(', ');
  }

  /** The columns of the primary key: `a, b` */
  get key(): string {
    return this.keyNames.join(', ');
  }

  /** `source.a, source.b` */
  listOf(source: string): string {
    return this.names.map((name) => `${source}.${name}`).join(', ');
  }

  /** The assignments of an UPDATE, for all columns that may change: `a = source.a, b = source.b` */
  setFrom(source: string): string {
    const changed = this.columns.filter(({ mayChange }) => mayChange);
    return changed.map(({ name }) => `${name} = ${source}.${name}`).join(', ');
  }

  /** The rows of two sources are the same: `a.id = b.id AND …` */
  sameKey(one: string, other: string): string {
    return this.keyNames.map((name) => `${one}.${name} = ${other}.${name}`).join(' AND ');
  }

  /** The INSERT of rows in one JSON parameter; a clause about conflicts may follow. */
  get insertFromJson(): string {
    return `INSERT INTO ${this.table} (${this.list})
      SELECT ${this.list} FROM jsonb_populate_recordset(NULL::${this.table}, $)`;
  }

  /** Arguments of `unnest` for `arraysOf`, with `$` for each parameter: `$::text[], $::jsonb[]` */
  get arrays(): string {
    return this.columns.map(({ type }) => `$::${type}[]`).join(', ');
  }

  /** The rows column by column, as `unnest` takes them. */
  arraysOf(rows: readonly Pick<WrittenRow<Row>, Name>[]): unknown[][] {
    const listed = rows as readonly Readonly<Record<string, unknown>>[];
    return this.columns.map(({ name, type }) =>
      isJson(type)
        ? listed.map((row) => (row[name] === null ? null : JSON.stringify(row[name])))
        : listed.map((row) => row[name]),
    );
  }

  private get keyNames(): readonly string[] {
    return this.columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  }
}

/** Whether an entity has the columns that `target` declares: its own class, or one that it extends. */
const isOf = (entity: new () => object, target: unknown): boolean =>
  target === entity || (typeof target === 'function' && entity.prototype instanceof target);

/** All columns that an entity declares or inherits. Its properties have the names of the columns. */
export function columnsOf<Row extends object>(entity: new () => Row): Columns<Row> {
  const storage = getMetadataArgsStorage();
  const table = storage.tables.find(({ target }) => target === entity)?.name;
  if (table === undefined || !identifier.test(table)) throw new InvariantError(`${entity.name} names no table`);
  const columns = storage.columns
    .filter(({ target }) => isOf(entity, target))
    .map(({ propertyName: name, options }): Column => {
      if (typeof options.type !== 'string' || options.name !== undefined || !identifier.test(name))
        throw new InvariantError(`${table}.${name}: a column has the name of its property, and a named type`);
      const isKey = options.primary === true;
      const type = options.array ? `${options.type}[]` : options.type;
      return { name, type, isKey, mayChange: !isKey && options.update !== false };
    });
  return new Columns<Row>(table, columns);
}
