interface Listed {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
}

const comparisons = {
  gt: (at: number, limit: number) => at > limit,
  gte: (at: number, limit: number) => at >= limit,
  lt: (at: number, limit: number) => at < limit,
  lte: (at: number, limit: number) => at <= limit,
};
type Comparison = keyof typeof comparisons;

/** Which part of a list a request asks for. */
export interface Page {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
  readonly created?: number | { readonly [C in Comparison]?: number | undefined } | undefined;
}

const isWithin = (created: NonNullable<Page['created']>, at: number): boolean =>
  typeof created === 'number'
    ? at === created
    : Object.entries(created).every(
        ([name, limit]) => limit === undefined || comparisons[name as Comparison](at, limit),
      );

const defaultLimit = 10;
const largestLimit = 100;

/** Returns one page, newest first; `ending_before` moves towards the newest. */
export function pageOf<T extends Listed>(records: readonly T[], page: Page): { data: T[]; has_more: boolean } {
  const { limit = defaultLimit, starting_after: after, ending_before: before, created } = page;
  const size = Math.min(Math.max(limit, 1), largestLimit);
  const newestFirst = records.filter((record) => created === undefined || isWithin(created, record.created)).reverse();
  if (before !== undefined) {
    const end = newestFirst.findIndex(({ id }) => id === before);
    const newer = end < 0 ? [] : newestFirst.slice(0, end);
    return { data: newer.slice(-size), has_more: newer.length > size };
  }
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  return { data: newestFirst.slice(start, start + size), has_more: newestFirst.length > start + size };
}
