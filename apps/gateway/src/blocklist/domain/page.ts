/** The limits of the interface's query, which may ask for any number of entries. */
export interface SentPage {
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** A reply must fit in one message, and a longer page is two requests. */
const maxLimit = 10_000;
const maxOffset = 2 ** 31 - 1;

export const pageOf = ({ limit, offset }: SentPage): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(limit ?? 10, maxLimit),
  offset: Math.min(offset ?? 0, maxOffset),
});
