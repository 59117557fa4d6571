import type { PageDomain } from './page-domain';

export interface CheckTerms {
  readonly now: Date;
  readonly everyMs: number;
  /** The number of failed checks in a row after which the domain lapses. */
  readonly failedChecks: number;
}

const later = ({ now, everyMs }: CheckTerms): Date => new Date(now.getTime() + everyMs);

/** A domain whose proof was found. */
export const proven = (domain: PageDomain, terms: CheckTerms): PageDomain => ({
  ...domain,
  state: 'verified',
  verifiedAt: domain.state === 'verified' ? domain.verifiedAt : terms.now,
  nextCheckAt: later(terms),
  failedChecks: 0,
});

/** A verified domain whose daily check found no proof: an outage of its DNS takes no page away at once. */
export function unproven(domain: PageDomain, terms: CheckTerms): PageDomain {
  const failedChecks = domain.failedChecks + 1;
  if (failedChecks < terms.failedChecks) return { ...domain, failedChecks, nextCheckAt: later(terms) };
  return { ...domain, state: 'lapsed', failedChecks, nextCheckAt: null };
}
