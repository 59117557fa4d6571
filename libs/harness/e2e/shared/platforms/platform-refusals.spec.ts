import {
  aMerchant,
  apiAt,
  ok,
  paymentBody,
  sharedSystem,
  type Api,
  type Answer,
  type TestMerchant,
} from '@payorch/harness';
import { notAllowed, refusal, statusAndBody, type StatusAndBody, unauthorized } from '../../support/wire';
import { actingHeader, aPlatform, type TestPlatform } from './a-platform';

const system = sharedSystem();
let world: TestPlatform;
let foreign: TestPlatform;
let loner: TestMerchant;
beforeAll(async () => {
  [world, foreign, loner] = await Promise.all([aPlatform(system), aPlatform(system), aMerchant(system)]);
});

const notForPlatforms = refusal(400, 'IR_43', 'API does not support platform account operation');
const noPlatform = refusal(401, 'IR_44', 'Invalid platform account operation');
const notForConnected = refusal(400, 'IR_49', 'API does not support connected account operation');
const noSuchConnected = refusal(401, 'IR_50', 'Invalid connected account operation');
const unreadableHeader = notAllowed('Invalid X-Connected-Merchant-Id header');

const withKey = (key: string, header: string): Api =>
  apiAt(system.baseUrl('gateway'), { 'api-key': key, ...actingHeader(header) });
const put = (path: string, body: object) =>
  world.platform.api.raw('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
const pay = (api: Api) => api.post('/payments', paymentBody());

type Row = [what: string, call: () => Promise<Answer>, expected: StatusAndBody];

it.each<Row>([
  ['for a connected account elsewhere', () => pay(world.actingFor(foreign.connected.merchantId)), noSuchConnected],
  ['for a standard account elsewhere', () => pay(world.actingFor(loner.merchantId)), noSuchConnected],
  [
    'for a standard account of its organization',
    () => pay(world.actingFor(world.standard.merchantId)),
    noSuchConnected,
  ],
  ['for itself', () => pay(world.actingFor(world.platform.merchantId)), noSuchConnected],
  ['for the platform elsewhere', () => pay(world.actingFor(foreign.platform.merchantId)), noSuchConnected],
  ['for an account that does not exist', () => pay(world.actingFor('merchant_of_no_one')), noSuchConnected],
  ['for no account', () => pay(world.actingFor('')), unreadableHeader],
  [
    'for two accounts',
    () => pay(world.actingFor(`${world.connected.merchantId}, ${world.otherConnected.merchantId}`)),
    unreadableHeader,
  ],
  ['for an id that is none', () => pay(world.actingFor("x' OR '1'='1")), unreadableHeader],
  ['for no other account', () => pay(world.platform.api), notForPlatforms],
  ['its own payments', () => world.platform.api.get('/payments/list'), notForPlatforms],
  ['its own refund', () => world.platform.api.post('/refunds', { payment_id: 'pay_1' }), notForPlatforms],
  ['its own payout', () => world.platform.api.get('/payouts/list'), notForPlatforms],
  [
    'its own ephemeral key',
    () => world.platform.api.post('/ephemeral_keys', { customer_id: 'cus_1' }),
    notForPlatforms,
  ],
  [
    'its own connectors',
    () => world.platform.api.get(`/account/${world.platform.merchantId}/connectors`),
    notForPlatforms,
  ],
  ['a payout', () => world.actingFor(world.connected.merchantId).get('/payouts/list'), notForConnected],
  ['a mandate', () => world.actingFor(world.connected.merchantId).get('/mandates/man_1'), notForConnected],
  ['routing', () => world.actingFor(world.connected.merchantId).get('/routing'), notForConnected],
  [
    'an ephemeral key',
    () => world.actingFor(world.connected.merchantId).post('/ephemeral_keys', { customer_id: 'cus_1' }),
    notForConnected,
  ],
  [
    'the settings of an account',
    () => world.actingFor(world.connected.merchantId).get(`/accounts/${world.connected.merchantId}`),
    notForConnected,
  ],
  [
    'an unsupported route for a stranger',
    () => world.actingFor(loner.merchantId).get('/payouts/list'),
    notForConnected,
  ],
  [
    'the profiles of another account in the path',
    () =>
      world.actingFor(world.connected.merchantId).get(`/account/${world.otherConnected.merchantId}/business_profile`),
    unauthorized,
  ],
  [
    'the connectors of a standard account in the path',
    () => world.actingFor(world.connected.merchantId).get(`/account/${world.standard.merchantId}/connectors`),
    unauthorized,
  ],
  [
    'the profiles of a connected account without the header',
    () => world.platform.api.get(`/account/${world.connected.merchantId}/business_profile`),
    unauthorized,
  ],
  [
    'a profile of another account',
    () =>
      world
        .actingFor(world.connected.merchantId)
        .get('/payments/list', { 'x-profile-id': world.otherConnected.profileId }),
    unauthorized,
  ],
])('a platform is refused %s', async (_, call, expected) => expect(statusAndBody(await call())).toEqual(expected));

it.each<Row>([
  [
    'a connected account for another one',
    () => pay(withKey(world.connected.apiKey, world.otherConnected.merchantId)),
    noPlatform,
  ],
  [
    'a connected account for itself',
    () => pay(withKey(world.connected.apiKey, world.connected.merchantId)),
    noPlatform,
  ],
  [
    'a connected account for its platform',
    () => pay(withKey(world.connected.apiKey, world.platform.merchantId)),
    noPlatform,
  ],
  ['a standard account', () => pay(withKey(world.standard.apiKey, world.connected.merchantId)), noPlatform],
  ['a stranger', () => pay(withKey(loner.apiKey, world.connected.merchantId)), noPlatform],
  ['a stranger with an empty header', () => pay(withKey(loner.apiKey, '')), noPlatform],
  ['a wrong key', () => pay(withKey(`dev_${'x'.repeat(64)}`, world.connected.merchantId)), unauthorized],
  ['a wrong key, for no account', () => pay(withKey(`dev_${'x'.repeat(64)}`, '')), unauthorized],
  [
    'the publishable key of the platform',
    () =>
      withKey(world.platform.publishableKey, world.connected.merchantId).get(
        '/payments/pay_1?client_secret=pay_1_secret_1',
      ),
    noPlatform,
  ],
  [
    'the publishable key of the platform on a route for servers',
    () => pay(withKey(world.platform.publishableKey, world.connected.merchantId)),
    unauthorized,
  ],
  [
    'the publishable key of a connected account',
    () =>
      withKey(world.connected.publishableKey, world.otherConnected.merchantId).get(
        '/payments/pay_1?client_secret=pay_1_secret_1',
      ),
    noPlatform,
  ],
  [
    'the operator',
    () => system.admin.get(`/accounts/${world.connected.merchantId}`, actingHeader(world.connected.merchantId)),
    notForConnected,
  ],
])('no one but a platform acts for an account: %s is refused', async (_, call, expected) =>
  expect(statusAndBody(await call())).toEqual(expected),
);

it('an expired key of a platform and a revoked one act for no account', async () => {
  const { platform, connected } = world;
  const keyOf = (body: object) => system.admin.post(`/api_keys/${platform.merchantId}`, { name: 'short', ...body });
  const revoked = ok(await keyOf({ expiration: 'never' }));
  const acting = withKey(revoked.api_key as string, connected.merchantId);
  expect(ok(await acting.get('/payments/list'))).toMatchObject({ data: expect.any(Array) as unknown });
  ok(await system.admin.raw('DELETE', `/api_keys/${platform.merchantId}/${revoked.key_id}`));
  expect(statusAndBody(await acting.get('/payments/list'))).toEqual(unauthorized);
  const soon = new Date(Date.now() + 1_500);
  const short = withKey(ok(await keyOf({ expiration: soon.toISOString() })).api_key as string, connected.merchantId);
  const isOver = async () => (await short.get('/payments/list')).status === 401;
  for (let tries = 0; !(await isOver()); tries++) {
    expect(tries).toBeLessThan(600);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
});

const otherOrganization = (message: string) => notAllowed(message);
const account = (more: object = {}) => ({ merchant_id: `new_${world.platform.merchantId}`, ...more });

it.each<Row>([
  ['shows no account elsewhere', () => world.platform.api.get(`/accounts/${loner.merchantId}`), unauthorized],
  [
    'changes no account elsewhere',
    () => world.platform.api.post(`/accounts/${foreign.connected.merchantId}`, { merchant_id: 'x' }),
    unauthorized,
  ],
  ['shows no account that does not exist', () => world.platform.api.get('/accounts/merchant_of_no_one'), unauthorized],
  [
    'makes no key elsewhere',
    () => world.platform.api.post(`/api_keys/${loner.merchantId}`, { name: 'x', expiration: 'never' }),
    unauthorized,
  ],
  [
    'shows no organization elsewhere',
    () => world.platform.api.get(`/organization/${foreign.organizationId}`),
    unauthorized,
  ],
  [
    'names no other platform',
    () => put(`/organization/${world.organizationId}`, { platform_merchant_id: world.connected.merchantId }),
    refusal(400, 'IR_07', 'Invalid value provided: platform_merchant_id'),
  ],
  [
    'lists no organization elsewhere',
    () => world.platform.api.get(`/accounts/list?organization_id=${foreign.organizationId}`),
    otherOrganization('Organization ID in request and authentication do not match'),
  ],
  [
    'makes no account elsewhere',
    () => world.platform.api.post('/accounts', account({ organization_id: foreign.organizationId })),
    otherOrganization('Mismatched organization_id in request and authenticated context'),
  ],
  [
    'makes no second platform',
    () => world.platform.api.post('/accounts', account({ merchant_account_type: 'platform' })),
    notAllowed('Only one Platform merchant account is allowed per Organization'),
  ],
  [
    'makes no organization',
    () => world.platform.api.post('/organization', { organization_name: 'mine' }),
    unauthorized,
  ],
  [
    'deletes no account',
    () => world.platform.api.raw('DELETE', `/accounts/${world.connected.merchantId}`),
    unauthorized,
  ],
  ['reads no metrics', () => world.platform.api.get('/metrics'), unauthorized],
])('the key of a platform %s', async (_, call, expected) => expect(statusAndBody(await call())).toEqual(expected));

it.each<[string, () => TestMerchant]>([
  ['connected', () => world.connected],
  ['standard', () => world.standard],
])('the key of a %s account opens no route of the operator', async (_, of) => {
  const { api, merchantId } = of();
  for (const answer of [
    await api.get(`/accounts/${merchantId}`),
    await api.get(`/accounts/list?organization_id=${world.organizationId}`),
    await api.post('/accounts', account({ merchant_account_type: 'connected' })),
    await api.get(`/organization/${world.organizationId}`),
    await api.get(`/api_keys/${merchantId}/list`),
  ])
    expect(statusAndBody(answer)).toEqual(unauthorized);
});

it.each<[string, object, string]>([
  [
    'a connected account without a platform',
    { merchant_account_type: 'connected' },
    'Organization cannot be created with connected merchant only',
  ],
])('the operator is refused %s', async (_, more, message) =>
  expect(statusAndBody(await system.admin.post('/accounts', account(more)))).toEqual(notAllowed(message)),
);

it('a standard organization has standard accounts alone', async () => {
  const { organization_id } = ok(
    await system.admin.post('/accounts', { merchant_id: `plain_${world.platform.merchantId}` }),
  );
  const made = (merchant_account_type: string) =>
    system.admin.post('/accounts', account({ organization_id, merchant_account_type }));
  expect(statusAndBody(await made('platform'))).toEqual(
    notAllowed('Merchant account type cannot be Platform for a Standard Organization'),
  );
  expect(statusAndBody(await made('connected'))).toEqual(
    notAllowed('Merchant account type must be Standard for a Standard Organization'),
  );
});
