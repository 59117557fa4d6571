import { absenceCountsAfter } from './absence-counts';

const counting = { hasProcessorReference: true, absenceCountsAfterMs: 60_000 };
const searching = { ...counting, hasProcessorReference: false };

describe('absenceCountsAfter', () => {
  it('"not found" never counts if the lookup is not authoritative', () => {
    expect(absenceCountsAfter({ lookupIsAuthoritative: false }, counting)).toBeUndefined();
    expect(absenceCountsAfter({ lookupIsAuthoritative: false, searchSettlesAfterMs: 1 }, searching)).toBeUndefined();
  });

  it('"not found" of an authoritative lookup counts once no request can be on its way', () => {
    expect(absenceCountsAfter({ lookupIsAuthoritative: true }, counting)).toBe(60_000);
    expect(absenceCountsAfter({ lookupIsAuthoritative: true }, searching)).toBe(60_000);
  });

  it('"not found" of a search that lags behind counts after searchSettlesAfterMs, or never', () => {
    const guarantees = { lookupIsAuthoritative: 'by_reference' } as const;
    expect(absenceCountsAfter(guarantees, counting)).toBe(60_000);
    expect(absenceCountsAfter(guarantees, searching)).toBeUndefined();
    expect(absenceCountsAfter({ ...guarantees, searchSettlesAfterMs: 3_600_000 }, searching)).toBe(3_600_000);
    expect(absenceCountsAfter({ ...guarantees, searchSettlesAfterMs: 1_000 }, searching)).toBe(60_000);
  });
});
