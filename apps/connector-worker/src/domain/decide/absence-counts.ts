/** The guarantees of a connector about its lookups. */
export interface LookupGuarantees {
  readonly lookupIsAuthoritative: boolean | 'by_reference';
  readonly searchSettlesAfterMs?: number;
}

export interface AbsenceOptions {
  /** Whether the sync request names the processor's id of the payment. */
  readonly hasProcessorReference: boolean;
  /** Twice the longest call: after that no request can still be on its way. */
  readonly absenceCountsAfterMs: number;
}

/** Milliseconds after the call from which "not found" counts as absent; undefined: never. */
export function absenceCountsAfter(
  { lookupIsAuthoritative, searchSettlesAfterMs }: LookupGuarantees,
  { hasProcessorReference, absenceCountsAfterMs }: AbsenceOptions,
): number | undefined {
  if (lookupIsAuthoritative !== 'by_reference') return lookupIsAuthoritative ? absenceCountsAfterMs : undefined;
  if (hasProcessorReference) return absenceCountsAfterMs;
  return searchSettlesAfterMs && Math.max(absenceCountsAfterMs, searchSettlesAfterMs);
}
