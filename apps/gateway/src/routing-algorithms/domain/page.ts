export interface SentPage {
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** The reference lists nothing without a limit. A reply must fit in one message. */
const usualLimit = 100;
const maxLimit = 1_000;
const maxOffset = 2 ** 31 - 1;

export const pageOf = ({ limit, offset }: SentPage): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(limit ?? usualLimit, maxLimit),
  offset: Math.min(offset ?? 0, maxOffset),
});
