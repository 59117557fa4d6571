import { isRefusal, maxVerifiedDomains, refuse, type Refusal } from '@payorch/contracts';
import type { ConnectorAccount } from './connector-account';
import { merchantAtApple } from './wallet-details';

/** What Apple verified: host names in lower case, for one merchant at Apple. */
export interface VerifiedDomains {
  readonly domainNames: readonly string[];
  readonly merchantIdentifier: string;
}

/** The domains of the account with further ones, each once; a refusal above the most that an account may have. */
export function joinedDomains(
  { verifiedDomains }: Pick<ConnectorAccount, 'verifiedDomains'>,
  domainNames: readonly string[],
): readonly string[] | Refusal {
  const joined = [...new Set([...verifiedDomains, ...domainNames])];
  if (joined.length <= maxVerifiedDomains) return joined;
  const message = `a connector account has at most ${maxVerifiedDomains} verified domains`;
  return refuse('invalid_request', { message, path: 'domain_names' });
}

/**
 * The account with the domains that Apple verified. Refused where the settings name another merchant at Apple since the
 * question: Apple did not verify the domains for that one.
 */
export function withVerifiedDomains(
  account: ConnectorAccount,
  { domainNames, merchantIdentifier }: VerifiedDomains,
  now: Date,
): ConnectorAccount | Refusal {
  if (merchantAtApple(account.publicWalletDetails) !== merchantIdentifier) return refuse('verification_failed');
  const joined = joinedDomains(account, domainNames);
  return isRefusal(joined) ? joined : { ...account, verifiedDomains: joined, modifiedAt: now };
}
