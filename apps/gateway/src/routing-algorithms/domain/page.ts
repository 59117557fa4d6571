export interface SentPage {
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** The reference lists nothing without a limit. A reply must fit in one message. */
const usualLimit = 100;
const maxLimit = 1_000;
const maxOffset = 2 ** 31 - 1;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** `usual`: the limit of a request that sends none. */
export const pageOf = ({ limit, offset }: SentPage, usual = usualLimit): Page => ({
  limit: Math.min(limit ?? usual, maxLimit),
  offset: Math.min(offset ?? 0, maxOffset),
});
