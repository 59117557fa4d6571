/** What a connector guarantees of its lookups. */
export interface LookupGuarantees {
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
  { lookupIsAuthoritative, searchSettlesAfterMs }: LookupGuarantees,
  { namesTheirs, absenceCountsAfterMs }: Counting,
): number | undefined {
  if (lookupIsAuthoritative !== 'by_reference') return lookupIsAuthoritative ? absenceCountsAfterMs : undefined;
  if (namesTheirs) return absenceCountsAfterMs;
  return searchSettlesAfterMs && Math.max(absenceCountsAfterMs, searchSettlesAfterMs);
}
