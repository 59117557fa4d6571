import type { Refusal } from '@payorch/contracts';
import type { AccountCache, Sender } from '../auth';
import type { Limits } from '../limits';
import type { RequestTrace } from '../request';

/** Who asks for a page. */
export interface PageVisitor {
  readonly ip: string;
  readonly trace: RequestTrace;
}

export interface ClientChecks {
  readonly accounts: Pick<AccountCache, 'account'>;
  readonly limits: Pick<Limits, 'request'>;
}

/** What the script of a page sends its requests with. */
interface PageAccess {
  readonly merchantId: string;
  readonly publishableKey: string;
  readonly clientSecret: string;
}

/**
 * The client whose requests the script of a page sends: it has the rights of the client secret, and counts for the publishable
 * key. Undefined: the merchant has no account any more.
 */
export async function clientOfPage(
  { merchantId, publishableKey, clientSecret }: PageAccess,
  { ip, trace }: PageVisitor,
  { accounts, limits }: ClientChecks,
): Promise<Sender | Refusal | undefined> {
  const account = await accounts.account(merchantId);
  if (!account) return undefined;
  const over = await limits.request(publishableKey, ip);
  if (over) return over;
  const merchant = { kind: 'client', merchantId: account.merchantId, account, profileId: null, isSdk: false } as const;
  return { merchant: { ...merchant, clientSecret }, trace, ip };
}
