import type { MerchantId, ProfileId } from '@payorch/kernel';
import { proven, unproven } from './after-check';
import { newPageDomain, type PageDomain, proofsOf, serves } from './page-domain';

const now = new Date('2026-01-05T10:00:00Z');
const terms = { now, everyMs: 86_400_000, failedChecks: 3 };
const tomorrow = new Date('2026-01-06T10:00:00Z');
const place = { merchantId: 'acme' as MerchantId, domain: 'pay.acme.example', profileId: null };
const fresh = newPageDomain(place, now);
const verified: PageDomain = { ...fresh, state: 'verified', verifiedAt: new Date(0), nextCheckAt: now };

describe('a domain after a check', () => {
  it.each<[string, PageDomain, Date]>([
    ['pending', fresh, now],
    ['lapsed', { ...verified, state: 'lapsed', failedChecks: 3, nextCheckAt: null }, now],
    ['verified', { ...verified, failedChecks: 2 }, new Date(0)],
  ])('that finds the proof of a %s one is verified until the next day', (_, domain, verifiedAt) =>
    expect(proven(domain, terms)).toMatchObject({
      state: 'verified',
      verifiedAt,
      nextCheckAt: tomorrow,
      failedChecks: 0,
    }),
  );

  it('lapses with the third failure in a row, and not before', () => {
    const once = unproven(verified, terms);
    const twice = unproven(once, terms);
    expect([once, twice].map(({ state, failedChecks, nextCheckAt }) => [state, failedChecks, nextCheckAt])).toEqual([
      ['verified', 1, tomorrow],
      ['verified', 2, tomorrow],
    ]);
    expect(unproven(twice, terms)).toMatchObject({ state: 'lapsed', failedChecks: 3, nextCheckAt: null });
    expect(unproven(unproven(proven(twice, terms), terms), terms).state).toBe('verified');
  });
});

describe('a domain', () => {
  it('has a challenge of its own for each registration, in both proofs', () => {
    const other = newPageDomain(place, now);
    expect(other.challenge).not.toBe(fresh.challenge);
    const { record, file } = proofsOf(fresh);
    expect(record.name).toBe('_payorch-challenge.pay.acme.example');
    expect(record.value).toContain(fresh.challenge);
    expect(file).toEqual({
      url: 'https://pay.acme.example/.well-known/payorch-domain-verification',
      content: fresh.challenge,
    });
  });

  it.each<[PageDomain['state'], string | null, string | null, boolean]>([
    ['verified', null, 'pro_1', true],
    ['verified', 'pro_1', 'pro_1', true],
    ['verified', null, null, true],
    ['verified', 'pro_1', 'pro_2', false],
    ['verified', 'pro_1', null, false],
    ['pending', null, 'pro_1', false],
    ['lapsed', null, 'pro_1', false],
  ])('that is %s for profile %s serves a link of profile %s: %s', (state, own, of, expected) =>
    expect(serves({ ...verified, state, profileId: own as ProfileId | null }, of as ProfileId | null)).toBe(expected),
  );
});
