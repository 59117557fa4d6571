/** What a connector promises of its lookups. */
export interface LookupPromises {
  readonly lookupIsAuthoritative: boolean | 'by_reference';
  readonly searchSettlesAfterMs?: number;
}

export interface Counting {
  /** Whether the question names what the processor calls the payment. */
  readonly namesTheirs: boolean;
  /** Twice the longest call: nothing can still be on its way then. */
  readonly absenceCountsAfterMs: number;
}

/** How long after its call an operation that is not found counts as not there; undefined: never. */
export function absenceCountsAfter(
  { lookupIsAuthoritative, searchSettlesAfterMs }: LookupPromises,
  { namesTheirs, absenceCountsAfterMs }: Counting,
): number | undefined {
  if (lookupIsAuthoritative !== 'by_reference') return lookupIsAuthoritative ? absenceCountsAfterMs : undefined;
  if (namesTheirs) return absenceCountsAfterMs;
  return searchSettlesAfterMs && Math.max(absenceCountsAfterMs, searchSettlesAfterMs);
}
