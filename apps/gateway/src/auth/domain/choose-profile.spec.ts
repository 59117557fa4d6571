import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSnapshot } from '../persistence/account-snapshot';
import { chooseProfile, type RequestedProfile } from './choose-profile';

const account = (defaultProfileId: string | null, ...names: string[]): AccountSnapshot => ({
  merchantId: 'acme' as MerchantId,
  organizationId: 'org_1' as never,
  accountType: 'standard',
  customersOf: 'acme_1' as never,
  accountVersion: 1,
  defaultProfileId: defaultProfileId as ProfileId | null,
  profiles: names.map((name) => ({ profileId: `pro_${name}` as ProfileId, profileName: name })),
});

const request = (change: Partial<RequestedProfile> = {}): RequestedProfile => ({
  profileId: null,
  businessCountry: null,
  businessLabel: null,
  ...change,
});

it.each<[string, AccountSnapshot, RequestedProfile, string]>([
  ['the named one', account('pro_a', 'a', 'b'), request({ profileId: 'pro_b' }), 'pro_b'],
  ['the default', account('pro_a', 'a', 'b'), request(), 'pro_a'],
  ['the only one', account(null, 'a'), request(), 'pro_a'],
  [
    "a business's own",
    account('pro_a', 'a', 'US_shop'),
    request({ businessCountry: 'US', businessLabel: 'shop' }),
    'pro_US_shop',
  ],
  [
    'the default for an unknown business',
    account('pro_a', 'a', 'b'),
    request({ businessCountry: 'US', businessLabel: 'x' }),
    'pro_a',
  ],
])('the profile is %s', (_, snapshot, requested, expected) =>
  expect(chooseProfile(snapshot, requested)).toBe(expected),
);

it('an unknown profile is refused', () =>
  expect(chooseProfile(account('pro_a', 'a'), request({ profileId: 'pro_x' }))).toMatchObject({
    code: 'profile_not_found',
    details: { id: 'pro_x' },
  }));

it('several profiles without a default require a profile', () =>
  expect(chooseProfile(account(null, 'a', 'b'), request())).toMatchObject({
    code: 'missing_param',
    details: { field: 'profile_id or business_country, business_label' },
  }));
