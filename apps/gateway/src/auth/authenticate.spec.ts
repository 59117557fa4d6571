import type { CustomerId, MerchantId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { authenticate } from './authenticate';
import type { AlsoAllowed, AuthKind, Credentials } from './domain/credentials';
import type { AccountSnapshot } from './persistence/account-snapshot';

const snapshot = (merchantId: string, ...profiles: string[]): AccountSnapshot => ({
  merchantId: merchantId as MerchantId,
  organizationId: 'org_1' as never,
  accountType: 'standard',
  customersOf: 'acme_1' as never,
  accountVersion: 3,
  defaultProfileId: null,
  profiles: profiles.map((id) => ({ profileId: id as ProfileId, profileName: id })),
});

/** The cache has one profile, the database two. */
const cache = {
  merchantOfApiKey: (key: string) => Promise.resolve(key === 'dev_right' ? ('acme' as MerchantId) : undefined),
  merchantOfPublishableKey: (key: string) =>
    Promise.resolve(key === 'pk_dev_right' ? ('acme' as MerchantId) : undefined),
  account: (id: string) => Promise.resolve(id === 'acme' ? snapshot('acme', 'pro_1') : undefined),
  freshAccount: () => Promise.resolve(snapshot('acme', 'pro_1', 'pro_2')),
};

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

const ephemeral = `epk_${'a'.repeat(32)}`;
const ephemeralKeys = {
  find: (key: string) => Promise.resolve(key === ephemeral ? anEphemeralKey : undefined),
};
const anEphemeralKey = {
  merchantId: 'acme' as MerchantId,
  keyId: 'eki_1',
  customerId: 'cus_1' as CustomerId,
  createdAt: new Date(),
  expiresAt: new Date(),
};

const clientSessions = { isOf: ({ profileId }: { profileId: string }, id: string) => id === `cs_of_${profileId}` };

const authenticateWith = (kind: AuthKind, credentials: Partial<Credentials>, also: readonly AlsoAllowed[] = []) =>
  authenticate(
    { kind, also },
    { ...none, ...credentials },
    { cache: cache as never, ephemeralKeys, clientSessions, adminKey: new Secret('test_admin'), now: new Date() },
  );

const refusals: [AuthKind, Partial<Credentials>, string, Record<string, string>][] = [
  ['admin', {}, 'unauthorized', {}],
  ['admin', { apiKey: '' }, 'unauthorized', {}],
  ['admin', { apiKey: 'dev_right' }, 'unauthorized', {}],
  ['secret_key', {}, 'unauthorized', {}],
  ['secret_key', { apiKey: '' }, 'unauthorized', {}],
  ['secret_key', { apiKey: 'dev_wrong' }, 'unauthorized', {}],
  ['secret_key', { apiKey: 'test_admin' }, 'unauthorized', {}],
  ['secret_key', { apiKey: 'pk_dev_right', clientSecret: 's' }, 'unauthorized', {}],
  ['secret_key', { apiKey: 'dev_right', profileId: 'pro_foreign' }, 'unauthorized', {}],
  [
    'secret_key',
    { apiKey: 'dev_right', profileId: 'pro 1' },
    'invalid_request',
    { message: '`X-Profile-Id` header is invalid' },
  ],
  ['secret_key', { apiKey: 'dev_wrong', profileId: 'pro 1' }, 'unauthorized', {}],
  ['secret_key_of_path', { apiKey: 'dev_right', merchantInPath: 'other' }, 'unauthorized', {}],
  ['secret_key_of_path', { apiKey: 'dev_right' }, 'unauthorized', {}],
  ['client_or_secret_key', {}, 'missing_param', { field: 'api_key' }],
  ['client_or_secret_key', { clientSecret: 's' }, 'missing_param', { field: 'api_key' }],
  ['client_or_secret_key', { apiKey: 'pk_dev_right' }, 'missing_param', { field: 'client_secret' }],
  ['client_or_secret_key', { apiKey: 'pk_dev_right', clientSecret: '' }, 'missing_param', { field: 'client_secret' }],
  ['client_or_secret_key', { apiKey: 'pk_dev_wrong' }, 'unauthorized', {}],
  ['client_or_secret_key_with_secret', { apiKey: 'pk_dev_wrong' }, 'unauthorized', {}],
  ['client_key', { apiKey: 'pk_dev_wrong' }, 'unauthorized', {}],
  ['client_key', { apiKey: 'dev_wrong', clientSecret: 's' }, 'unauthorized', {}],
  ['client_or_secret_key', { apiKey: 'dev_wrong', clientSecret: 's' }, 'unauthorized', {}],
  ['client_or_secret_key', { apiKey: 'pk_dev_wrong', clientSecret: 's' }, 'unauthorized', {}],
  [
    'client_or_secret_key',
    { apiKey: 'dev_right', clientSecret: 's' },
    'invalid_request',
    { message: 'client_secret is not a valid parameter' },
  ],
  ['client_or_secret_key', { apiKey: '' }, 'unauthorized', {}],
  ['client_or_secret_key', { apiKey: '', isSdk: true }, 'unauthorized', {}],
  ['client_key', { apiKey: '', isSdk: true }, 'unauthorized', {}],
  ['publishable_key', {}, 'unauthorized', {}],
  ['publishable_key', { apiKey: 'pk_dev_wrong' }, 'unauthorized', {}],
  ['publishable_key', { apiKey: 'dev_right' }, 'unauthorized', {}],
  ['client_key', {}, 'missing_param', { field: 'api_key' }],
  ['client_key', { apiKey: 'pk_dev_right' }, 'missing_param', { field: 'client_secret' }],
  ['client_key', { apiKey: 'pk_dev_wrong', clientSecret: 's' }, 'unauthorized', {}],
  ['client_key', { apiKey: 'dev_right' }, 'unauthorized', {}],
  [
    'client_key',
    { apiKey: 'dev_right', clientSecret: 's' },
    'invalid_request',
    { message: 'client_secret is not a valid parameter' },
  ],
];

it.each(refusals)('the kind %s with %j is refused as %s', async (kind, credentials, code, details) =>
  expect(await authenticateWith(kind, credentials)).toEqual({ kind: 'refused', code, details }),
);

it('the admin key authenticates the operator', async () =>
  expect(await authenticateWith('admin', { apiKey: 'test_admin' })).toEqual({ kind: 'admin' }));

it('a secret key authenticates its merchant', async () =>
  expect(await authenticateWith('secret_key_of_path', { apiKey: 'dev_right', merchantInPath: 'acme' })).toMatchObject({
    kind: 'merchant',
    merchantId: 'acme',
    profileId: null,
    clientSecret: null,
  }));

it.each(['client_or_secret_key', 'client_key'] as const)(
  "a publishable key authenticates its merchant, and the payment's owner gets the client secret: %s",
  async (kind) =>
    expect(await authenticateWith(kind, { apiKey: 'pk_dev_right', clientSecret: 's' })).toMatchObject({
      kind: 'client',
      merchantId: 'acme',
      clientSecret: 's',
    }),
);

it('a server may repeat the client secret on its routes, and a client needs one on every route', async () => {
  const both = { apiKey: 'dev_right', clientSecret: 's' };
  const found = await authenticateWith('client_or_secret_key_with_secret', both);
  expect(found).toMatchObject({ kind: 'merchant', merchantId: 'acme', clientSecret: null });
  expect(await authenticateWith('client_or_secret_key_with_secret', { apiKey: 'pk_dev_right' })).toMatchObject({
    code: 'missing_param',
    details: { field: 'client_secret' },
  });
});

it.each(['pro_1', 'pro_2'])('the profile %s is found, cached or newer', async (profileId) =>
  expect(await authenticateWith('secret_key', { apiKey: 'dev_right', profileId })).toMatchObject({ profileId }),
);

it('a client SDK may name the session of its profile and client secret, and no other', async () => {
  const sdk = { apiKey: 'pk_dev_right', clientSecret: 's', profileId: 'pro_1', isSdk: true };
  const withSession = (clientSessionId: string | undefined) =>
    authenticateWith('client_key', { ...sdk, clientSessionId });
  for (const right of [undefined, 'cs_of_pro_1'])
    expect(await withSession(right)).toMatchObject({ kind: 'client', isSdk: true, profileId: 'pro_1' });
  for (const wrong of ['', 'cs_of_pro_2']) expect(await withSession(wrong)).toMatchObject({ code: 'unauthorized' });
});

describe('an ephemeral key', () => {
  it('authenticates the app of one customer, where the route accepts it', async () =>
    expect(
      await authenticateWith('secret_key', { apiKey: ephemeral, customerInPath: 'cus_1' }, ['ephemeral_key']),
    ).toMatchObject({ kind: 'customer', merchantId: 'acme', customerId: 'cus_1', clientSecret: null }));

  it.each<[string, Partial<Credentials>, readonly AlsoAllowed[], string]>([
    ['a route that does not accept it', { apiKey: ephemeral }, [], 'unauthorized'],
    [
      'another customer in the path',
      { apiKey: ephemeral, customerInPath: 'cus_2' },
      ['ephemeral_key'],
      'ephemeral_key_invalid',
    ],
    ['an unknown key', { apiKey: `epk_${'b'.repeat(32)}` }, ['ephemeral_key'], 'unauthorized'],
    ['another merchant’s profile', { apiKey: ephemeral, profileId: 'pro_foreign' }, ['ephemeral_key'], 'unauthorized'],
  ])('is refused for %s', async (_, credentials, also, code) =>
    expect(await authenticateWith('secret_key', credentials, also)).toMatchObject({ kind: 'refused', code }),
  );

  it('does not replace the secret key of a route that accepts both', async () =>
    expect(await authenticateWith('secret_key', { apiKey: 'dev_right' }, ['ephemeral_key'])).toMatchObject({
      kind: 'merchant',
    }));
});
