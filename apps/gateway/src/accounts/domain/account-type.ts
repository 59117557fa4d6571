import { refuse, type Refusal } from '@payorch/contracts';
import type { AccountType } from '../../auth';
import type { Organization } from '../../organizations';

const refused = (message: string): Refusal => refuse('invalid_request', { message, path: 'merchant_account_type' });

const connectedFirst = refused('Organization cannot be created with connected merchant only');

/** The type of the first account of a new organization, which gets the same type. */
function typeInNewOrganization(requested: AccountType): AccountType | Refusal {
  return requested === 'connected' ? connectedFirst : requested;
}

/** The type that a new account gets in its organization. `organization` is undefined where the request names none. */
export function accountTypeIn(
  organization: Pick<Organization, 'organizationType' | 'platformMerchantId'> | undefined,
  requested: AccountType,
): AccountType | Refusal {
  if (!organization) return typeInNewOrganization(requested);
  if (requested === 'standard') return requested;
  if (organization.organizationType === 'standard') {
    const rule = requested === 'platform' ? 'cannot be Platform' : 'must be Standard';
    return refused(`Merchant account type ${rule} for a Standard Organization`);
  }
  const hasPlatform = organization.platformMerchantId !== null;
  if (requested === 'connected') return hasPlatform ? requested : connectedFirst;
  return hasPlatform ? refused('Only one Platform merchant account is allowed per Organization') : requested;
}
