import { refuse, type Refusal } from '@payorch/contracts';
import { type MerchantId, type OrganizationId, referenceIdPattern } from '@payorch/kernel';

/** platform: acts for the connected accounts of its organization, and takes no payments itself. It never changes. */
export type AccountType = 'standard' | 'platform' | 'connected';

/** The account whose key a request has. */
export interface KeyOwner {
  readonly accountType: AccountType;
  readonly organizationId: OrganizationId;
  /** The credential is neither a publishable key nor an ephemeral one. */
  readonly isServer: boolean;
}

/** What a route accepts of platforms. */
export interface PlatformRule {
  /** The platform's own key, for what belongs to the platform. */
  readonly platform: boolean;
  /** The platform's key together with the header that names a connected account. */
  readonly connected: boolean;
}

const invalidHeader = refuse('invalid_request', { message: 'Invalid X-Connected-Merchant-Id header' });
const notConnected = refuse('connected_operation_invalid');

/**
 * For which account a request acts: for the owner of its key, or for the account that the header `X-Connected-Merchant-Id`
 * names. The route comes before the header's value, so that a refusal never depends on accounts of others.
 */
export function judgeActing(
  { accountType, isServer }: KeyOwner,
  header: string | undefined,
  route: PlatformRule,
): { readonly kind: 'own' } | { readonly kind: 'connected'; readonly merchantId: MerchantId } | Refusal {
  if (header === undefined) {
    return accountType === 'platform' && !route.platform ? refuse('platform_not_supported') : { kind: 'own' };
  }
  if (accountType !== 'platform' || !isServer) return refuse('platform_operation_invalid');
  if (!route.connected) return refuse('connected_not_supported');
  return referenceIdPattern.test(header) ? { kind: 'connected', merchantId: header as MerchantId } : invalidHeader;
}

/**
 * Refuses an account that the platform may not act for: one that does not exist, or is deleted, standard, or of another
 * organization. The refusal is the same for all of them.
 */
export function checkConnected(
  platform: Pick<KeyOwner, 'organizationId'>,
  named: Pick<KeyOwner, 'accountType' | 'organizationId'> | undefined,
): Refusal | undefined {
  const isConnected = named?.accountType === 'connected' && named.organizationId === platform.organizationId;
  return isConnected ? undefined : notConnected;
}
