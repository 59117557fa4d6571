import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { standardAccount } from '../../test/standard-account';
import { authenticate } from './authenticate';
import type { AlsoAllowed, AuthKind, Credentials } from './domain/credentials';
import type { AccountSnapshot } from './persistence/account-snapshot';

const none: Credentials = {
  apiKey: undefined,
  clientSecret: undefined,
  profileId: undefined,
  merchantInPath: undefined,
  organizationInPath: undefined,
  connectedMerchantId: undefined,
  isSdk: false,
  customerInPath: undefined,
};

describe('a platform', () => {
  const account = (id: string, accountType: AccountSnapshot['accountType'], organization = 'org_1') =>
    ({
      ...standardAccount(id as MerchantId),
      accountType,
      organizationId: organization as OrganizationId,
      profiles: [{ profileId: `pro_of_${id}` as ProfileId, profileName: 'default' }],
    }) as AccountSnapshot;
  const accounts = new Map(
    [
      account('mall', 'platform'),
      account('shop', 'connected'),
      account('plain', 'standard'),
      account('mall_elsewhere', 'platform', 'org_2'),
      account('shop_elsewhere', 'connected', 'org_2'),
    ].map((one) => [String(one.merchantId), one]),
  );
  /** The key of an account is its id with a prefix. */
  const ownerOf = (prefix: string) => (key: string) =>
    Promise.resolve(key.startsWith(prefix) ? accounts.get(key.slice(prefix.length))?.merchantId : undefined);
  const known = {
    cache: {
      merchantOfApiKey: ownerOf('dev_'),
      merchantOfPublishableKey: ownerOf('pk_'),
      account: (id: string) => Promise.resolve(accounts.get(id)),
      freshAccount: (id: string) => Promise.resolve(accounts.get(id)),
    } as never,
    ephemeralKeys: { find: () => Promise.resolve(undefined) },
    clientSessions: { isOf: () => false },
    adminKey: new Secret('test_admin'),
    now: new Date(),
  };
  const call = (kind: AuthKind, also: readonly AlsoAllowed[], credentials: Partial<Credentials>) =>
    authenticate({ kind, also }, { ...none, ...credentials }, known);

  it('acts for a connected account with everything that is of this account', async () =>
    expect(
      await call('secret_key_of_path', ['connected'], {
        apiKey: 'dev_mall',
        connectedMerchantId: 'shop',
        merchantInPath: 'shop',
        profileId: 'pro_of_shop',
      }),
    ).toMatchObject({
      kind: 'merchant',
      merchantId: 'shop',
      initiatorId: 'mall',
      profileId: 'pro_of_shop',
      clientSecret: null,
      account: { merchantId: 'shop', accountType: 'connected' },
    }));

  it('a request of an account itself has no initiator', async () =>
    expect(await call('secret_key', ['connected'], { apiKey: 'dev_shop' })).not.toHaveProperty('initiatorId'));

  const acting = (connectedMerchantId: string, more: Partial<Credentials> = {}) => ({
    apiKey: 'dev_mall',
    connectedMerchantId,
    ...more,
  });

  it.each<[string, AuthKind, readonly AlsoAllowed[], Partial<Credentials>, string]>([
    [
      'its own profile while it acts',
      'secret_key',
      ['connected'],
      acting('shop', { profileId: 'pro_of_mall' }),
      'unauthorized',
    ],
    [
      'itself in the path',
      'secret_key_of_path',
      ['connected'],
      acting('shop', { merchantInPath: 'mall' }),
      'unauthorized',
    ],
    ['a standard account', 'secret_key', ['connected'], acting('plain'), 'connected_operation_invalid'],
    ['an account elsewhere', 'secret_key', ['connected'], acting('shop_elsewhere'), 'connected_operation_invalid'],
    ['no such account', 'secret_key', ['connected'], acting('nothing'), 'connected_operation_invalid'],
    ['a closed route', 'secret_key', [], acting('shop'), 'connected_not_supported'],
    ['a route for merchants', 'secret_key', ['connected'], { apiKey: 'dev_mall' }, 'platform_not_supported'],
    [
      'a publishable key',
      'client_or_secret_key',
      ['connected'],
      acting('shop', { apiKey: 'pk_mall', clientSecret: 's' }),
      'platform_operation_invalid',
    ],
    ['a wrong key', 'secret_key', ['connected'], acting('shop', { apiKey: 'dev_wrong' }), 'unauthorized'],
    ['the admin key', 'admin', ['organization'], acting('shop', { apiKey: 'test_admin' }), 'connected_not_supported'],
    ['an operator’s route with the header', 'admin', ['organization'], acting('shop'), 'connected_not_supported'],
    ['an operator’s route of no organization', 'admin', [], { apiKey: 'dev_mall' }, 'unauthorized'],
    [
      'another organization',
      'admin',
      ['organization'],
      { apiKey: 'dev_mall', organizationInPath: 'org_2' },
      'unauthorized',
    ],
    [
      'an account of another organization',
      'admin',
      ['organization'],
      { apiKey: 'dev_mall', merchantInPath: 'shop_elsewhere' },
      'unauthorized',
    ],
    [
      'no such account in the path',
      'admin',
      ['organization'],
      { apiKey: 'dev_mall', merchantInPath: 'nothing' },
      'unauthorized',
    ],
    [
      'a connected account on an operator’s route',
      'admin',
      ['organization'],
      { apiKey: 'dev_shop', merchantInPath: 'shop' },
      'unauthorized',
    ],
    ['a standard account on an operator’s route', 'admin', ['organization'], { apiKey: 'dev_plain' }, 'unauthorized'],
    ['its publishable key on an operator’s route', 'admin', ['organization'], { apiKey: 'pk_mall' }, 'unauthorized'],
  ])('is refused %s', async (_, kind, also, credentials, code) =>
    expect(await call(kind, also, credentials)).toMatchObject({ kind: 'refused', code }),
  );

  it.each<[string, Partial<Credentials>]>([
    ['itself', { merchantInPath: 'mall' }],
    ['its connected accounts', { merchantInPath: 'shop' }],
    ['its standard accounts', { merchantInPath: 'plain' }],
    ['its organization', { organizationInPath: 'org_1' }],
    ['what names neither', {}],
  ])('uses the routes of the operator for %s', async (_, credentials) =>
    expect(await call('admin', ['organization'], { apiKey: 'dev_mall', ...credentials })).toMatchObject({
      kind: 'merchant',
      merchantId: 'mall',
    }),
  );
});
