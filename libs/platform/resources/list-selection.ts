import type { Sql } from '@payorch/platform/postgres';

/** One filter of a list: its value in the request (null: not requested), and the condition on it in SQL. */
export interface Filter<Filters> {
  readonly value: (filters: Filters) => unknown;
  readonly type: 'text' | 'text[]' | 'bigint';
  readonly condition: (parameter: string) => string;
}

/** The filters of one kind of list, by what they compare. */
export const filtersBy = <Filters>() => ({
  equal: (value: Filter<Filters>['value'], expression: string): Filter<Filters> => ({
    value,
    type: 'text',
    condition: (parameter) => `${expression} = ${parameter}`,
  }),
  oneOf: (value: Filter<Filters>['value'], expression: string): Filter<Filters> => ({
    value,
    type: 'text[]',
    condition: (parameter) => `${expression} = ANY(${parameter})`,
  }),
  bound: (value: Filter<Filters>['value'], comparison: string): Filter<Filters> => ({
    value,
    type: 'bigint',
    condition: (parameter) => `${comparison} ${parameter}`,
  }),
});

/** The end of a statement that selects rows, and its parameters so far. */
export interface Selection {
  /** `FROM … WHERE …` */
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The rows of a merchant in a range of time. */
export interface CreatedRange {
  readonly merchantId: string;
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
}

/** What is selected from, with the columns of its alias. */
export interface Source {
  readonly from: string;
  /** Of the columns `merchant_id`, `created_at` and `profile_id`: `i.` */
  readonly alias?: string;
  /** Whether the end of the range belongs to it. */
  readonly upTo: '<' | '<=';
}

const rangeOf = ({ from, alias = '', upTo }: Source, { merchantId, createdFrom, createdTo }: CreatedRange) => ({
  sql: `FROM ${from} WHERE ${alias}merchant_id = $1 AND ${alias}created_at >= $2 AND ${alias}created_at ${upTo} $3`,
  values: [merchantId, createdFrom ?? '-infinity', createdTo ?? 'infinity'],
});

/** Groups of filters of one list. */
export interface FilterGroups<Filters> {
  /** An index serves each of them: the statement names only the requested ones. */
  readonly indexed: readonly Filter<Filters>[];
  /** The statement names all filters of a group, or none. */
  readonly others: readonly (readonly Filter<Filters>[])[];
}

export const isRequested = <Filters>(group: readonly Filter<Filters>[], filters: Filters): boolean =>
  group.some(({ value }) => value(filters) !== null);

/**
 * The rows that match the filters. PostgreSQL plans a statement by its text, which depends only on the requested indexes and groups:
 * one filter more must not make a new one.
 */
export function selectionOf<Filters>(
  source: Source,
  range: CreatedRange,
  filters: Filters,
  { indexed, others }: FilterGroups<Filters>,
): Selection {
  const { sql, values } = rangeOf(source, range);
  const all: unknown[] = [...values];
  const parameterOf = ({ value, type }: Filter<Filters>): string => `$${all.push(value(filters))}::${type}`;
  const named = indexed
    .filter((filter) => isRequested([filter], filters))
    .map((filter) => filter.condition(parameterOf(filter)));
  const optional = others
    .filter((group) => isRequested(group, filters))
    .flat()
    .map((filter) => {
      const parameter = parameterOf(filter);
      return `(${parameter} IS NULL OR ${filter.condition(parameter)})`;
    });
  return { sql: [sql, ...named, ...optional].join(' AND '), values: all };
}

/** All rows of a merchant, or of one of its profiles, in a range of time. */
export interface OverallRange extends CreatedRange {
  readonly profileId: string | null;
}

export function overallOf(source: Source, range: OverallRange): Selection {
  const { sql, values } = rangeOf(source, range);
  const ofProfile = `($4::text IS NULL OR ${source.alias ?? ''}profile_id = $4)`;
  return { sql: `${sql} AND ${ofProfile}`, values: [...values, range.profileId] };
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of the selected rows, the newest first; `id` orders those of one time. */
export const newestRows = <Row extends object>(
  sql: Sql,
  { sql: selected, values }: Selection,
  { columns, id }: { readonly columns: string; readonly id: string },
  { limit, offset }: Page,
): Promise<Row[]> => {
  const page = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  return sql.query<Row>(`SELECT ${columns} ${selected} ORDER BY created_at DESC, ${id} DESC ${page}`, [
    ...values,
    limit,
    offset,
  ]);
};

/** The number of selected rows. */
export async function countRows(sql: Sql, { sql: selected, values }: Selection): Promise<number> {
  const [row] = await sql.query<{ count: string }>(`SELECT count(*) ${selected}`, values);
  return Number(row?.count ?? 0);
}

/** The number of selected rows for each value that `expression` takes. */
export async function countBy(
  sql: Sql,
  expression: string,
  { sql: selected, values }: Selection,
): Promise<Readonly<Record<string, number>>> {
  const rows = await sql.query<{ value: string; count: string }>(
    `SELECT ${expression} AS value, count(*) ${selected} GROUP BY ${expression}`,
    values,
  );
  return Object.fromEntries(rows.map(({ value, count }) => [value, Number(count)]));
}

/** The status of the interface that shows a state. */
type StatusOf<State, Status> = (resource: { readonly state: State }) => Status;

/** The number of selected rows by the status that the interface shows; only statuses that occur. `State`: those of the table. */
export async function countByStatus<State extends string, Status extends string>(
  sql: Sql,
  selection: Selection,
  statusOf: StatusOf<State, Status>,
): Promise<Partial<Record<Status, number>>> {
  const counts: Partial<Record<Status, number>> = {};
  for (const [state, count] of Object.entries(await countBy(sql, 'state', selection))) {
    const status = statusOf({ state: state as State });
    counts[status] = (counts[status] ?? 0) + count;
  }
  return counts;
}

/** Each status of the interface that one of these states is shown as. */
export const statusesOf = <State extends string, Status extends string>(
  states: readonly string[],
  statusOf: StatusOf<State, Status>,
): readonly Status[] => [...new Set(states.map((state) => statusOf({ state: state as State })))];

/** The values that occur among the selected rows, by the name of each expression. */
export async function occurringValues<Name extends string>(
  sql: Sql,
  expressions: Readonly<Record<Name, string>>,
  { sql: selected, values }: Selection,
): Promise<Readonly<Record<Name, readonly string[]>>> {
  const columns = Object.entries<string>(expressions).map(
    ([name, expression]) =>
      `coalesce(array_agg(DISTINCT ${expression}) FILTER (WHERE ${expression} IS NOT NULL), '{}') AS ${name}`,
  );
  const [row] = await sql.query<Record<Name, string[]>>(`SELECT ${columns.join(', ')} ${selected}`, values);
  return row!;
}
