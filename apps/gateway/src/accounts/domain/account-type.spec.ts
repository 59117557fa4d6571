import { isRefusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { AccountType } from '../../auth';
import { accountTypeIn } from './account-type';

const standard = { organizationType: 'standard', platformMerchantId: null } as const;
const converted = { organizationType: 'platform', platformMerchantId: null } as const;
const platform = { organizationType: 'platform', platformMerchantId: 'plat' as MerchantId } as const;

const connectedFirst = 'Organization cannot be created with connected merchant only';

it.each<[string, Parameters<typeof accountTypeIn>[0], AccountType, string]>([
  ['a new organization', undefined, 'standard', 'standard'],
  ['a new organization', undefined, 'platform', 'platform'],
  ['a new organization', undefined, 'connected', connectedFirst],
  ['a standard organization', standard, 'standard', 'standard'],
  [
    'a standard organization',
    standard,
    'platform',
    'Merchant account type cannot be Platform for a Standard Organization',
  ],
  [
    'a standard organization',
    standard,
    'connected',
    'Merchant account type must be Standard for a Standard Organization',
  ],
  ['a platform organization without a platform', converted, 'standard', 'standard'],
  ['a platform organization without a platform', converted, 'platform', 'platform'],
  ['a platform organization without a platform', converted, 'connected', connectedFirst],
  ['a platform organization', platform, 'standard', 'standard'],
  ['a platform organization', platform, 'platform', 'Only one Platform merchant account is allowed per Organization'],
  ['a platform organization', platform, 'connected', 'connected'],
])('in %s %j, the requested type %s gives: %s', (_, organization, requested, expected) => {
  const type = accountTypeIn(organization, requested);
  expect(isRefusal(type) ? type.details?.['message'] : type).toBe(expected);
});
