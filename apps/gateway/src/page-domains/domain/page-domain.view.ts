import type { DomainCheck } from '../domain-proofs';
import { type PageDomain, proofsOf } from './page-domain';

/** A domain as the interface shows it. */
export const pageDomainView = (domain: PageDomain) => ({
  domain: domain.domain,
  profile_id: domain.profileId,
  status: domain.state,
  verified_at: domain.verifiedAt?.toISOString() ?? null,
  next_check_at: domain.nextCheckAt?.toISOString() ?? null,
  failed_checks: domain.failedChecks,
  created_at: domain.createdAt.toISOString(),
  dns_record: { type: 'TXT', ...proofsOf(domain).record },
  well_known_file: proofsOf(domain).file,
});

export interface CheckedDomain {
  readonly domain: PageDomain;
  readonly check: DomainCheck;
}

/** The domain with what a check found at both places. */
export const checkedDomainView = ({ domain, check }: CheckedDomain) => ({
  ...pageDomainView(domain),
  check: { dns_record: check.record, well_known_file: check.file },
});
