import type { Page } from '../params/other-params';

export interface Listed {
  readonly id: string;
  readonly created: number;
}

type Created = Page['created'];

function createdWithin(created: Created, at: number): boolean {
  if (created === undefined) return true;
  if (typeof created === 'number') return at === created;
  const { gt, gte, lt, lte } = created;
  return (
    (gt === undefined || at > gt) &&
    (gte === undefined || at >= gte) &&
    (lt === undefined || at < lt) &&
    (lte === undefined || at <= lte)
  );
}

const defaultLimit = 10;
const largestLimit = 100;

/** Returns one page, newest first; `ending_before` moves towards the newest. */
export function pageOf<T extends Listed>(records: readonly T[], page: Page): { data: T[]; has_more: boolean } {
  const { limit = defaultLimit, starting_after: after, ending_before: before, created } = page;
  const size = Math.min(Math.max(limit, 1), largestLimit);
  const newestFirst = records.filter((record) => createdWithin(created, record.created)).reverse();
  if (before !== undefined) {
    const end = newestFirst.findIndex(({ id }) => id === before);
    const newer = end < 0 ? [] : newestFirst.slice(0, end);
    return { data: newer.slice(-size), has_more: newer.length > size };
  }
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  return { data: newestFirst.slice(start, start + size), has_more: newestFirst.length > start + size };
}

type Clause = { readonly path: readonly string[]; readonly negated: boolean; readonly value: string };

const clausePattern = /^(-?)([a-z_]+)(?:\[(["'])(.*?)\3\])?\s*:\s*(["'])(.*)\5$|^(-?)([a-z_]+)\s*:\s*([\w.-]+)$/s;

function readClause(text: string): Clause | undefined {
  const found = clausePattern.exec(text.trim());
  if (!found) return undefined;
  const [, minus, field, , key, , value, bareMinus, bareField, bareValue] = found;
  return {
    path: [field ?? bareField ?? '', ...(key === undefined ? [] : [key])],
    negated: (minus ?? bareMinus) === '-',
    value: value ?? bareValue ?? '',
  };
}

/** Parses `status:'succeeded' AND metadata['order_id']:'x'`; undefined for any other syntax. */
export function readQuery(query: string): readonly Clause[] | undefined {
  const clauses = query.split(/\s+AND\s+/i).map(readClause);
  return clauses.every((clause): clause is Clause => clause !== undefined) ? clauses : undefined;
}

const valueAt = (view: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    view,
  );

export const matchesClauses = (view: object, clauses: readonly Clause[]): boolean =>
  clauses.every(({ path, negated, value }) => {
    const found = valueAt(view, path);
    const equal = (typeof found === 'string' || typeof found === 'number') && String(found) === value;
    return equal !== negated;
  });
