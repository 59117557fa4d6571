import {
  aMerchant,
  connectorBody,
  ok,
  spawnSystem,
  type Answer,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import {
  absent,
  missing,
  notAllowed,
  precondition,
  refusal,
  told,
  unauthorized,
  unreadable,
  withoutPlace,
  wrongFormat,
  wrongValue,
  type Told,
} from '../merchant/wire';
import { gsmBody, gsmKey, operatorOf } from './operator';

jest.setTimeout(120_000);

/** Errors of administration need the gateway and what it stands on; nobody else is asked. */
let system: System;
let merchant: TestMerchant;
let connectorId: string;
beforeAll(async () => {
  system = await spawnSystem({ apps: ['gateway'] });
  merchant = await aMerchant(system, { merchantId: 'acme' });
  connectorId = merchant.connectors['stripe_test'].merchant_connector_id as string;
  ok(await system.admin.post('/organization', { organization_name: 'Taken' }));
  ok(await system.admin.post('/gsm', gsmBody('taken')));
  ok(await system.admin.post('/configs/', { key: 'taken', value: '1' }));
  ok(await merchant.api.post('/account/acme/business_profile', { profile_name: 'second' }));
  ok(await system.admin.post('/accounts/acme', { merchant_id: 'acme', default_profile: merchant.profileId }));
});
afterAll(() => system?.stop());

type Call = () => Promise<Answer>;
type Row = [what: string, call: Call, expected: Told | (() => Told)];

const admin =
  (path: string, body: object): Call =>
  () =>
    system.admin.post(path, body);
const read =
  (path: string): Call =>
  () =>
    system.admin.get(path);
const put =
  (path: string, body: object): Call =>
  () =>
    operatorOf(system).put(path, body);
const remove =
  (path: string): Call =>
  () =>
    operatorOf(system).remove(path);
const byMerchant =
  (path: string, body: object): Call =>
  () =>
    merchant.api.post(path, body);

const check = async (call: Call, expected: Told | (() => Told)) =>
  expect(withoutPlace(await call())).toEqual(typeof expected === 'function' ? expected() : expected);

const json = (text: string) => unreadable(`Json deserialize error: ${text}`);
const noMerchant = absent('Merchant account does not exist in our records');
const noOrganization = refusal(404, 'IR_37', 'organization with the given id does not exist');
const nameTaken = refusal(400, 'IR_38', 'Organization with the given organization_name already exists');

const organizations: Row[] = [
  ['no name', admin('/organization', {}), json('missing field `organization_name`')],
  ['a taken name', admin('/organization', { organization_name: 'Taken' }), nameTaken],
  [
    'an endless name',
    admin('/organization', { organization_name: 'a'.repeat(256) }),
    wrongFormat('organization_name', 'at most 255 characters'),
  ],
  ['an unknown id', read('/organization/org_none'), noOrganization],
  ['an unknown id to change', put('/organization/org_none', { platform_merchant_id: 'x' }), noOrganization],
  [
    'no organization to list',
    read('/accounts/list'),
    { status: 400, body: 'Query deserialize error: missing field `organization_id`' },
  ],
];

const account = (more: object): Call => admin('/accounts', { merchant_id: 'newcomer', ...more });
const merchantAccounts: Row[] = [
  ['no id', admin('/accounts', {}), json('missing field `merchant_id`')],
  [
    'a taken id',
    admin('/accounts', { merchant_id: 'acme' }),
    refusal(400, 'HE_01', 'The merchant account with the specified details already exists in our records'),
  ],
  ['an unknown organization', account({ organization_id: 'org_none' }), noOrganization],
  [
    'a sub-merchant without a parent',
    account({ sub_merchants_enabled: true }),
    precondition('If `sub_merchants_enabled` is `true`, then `parent_merchant_id` is mandatory'),
  ],
  [
    'an unknown parent',
    account({ sub_merchants_enabled: true, parent_merchant_id: 'nobody' }),
    wrongValue('parent_merchant_id'),
  ],
  [
    'a platform account',
    account({ merchant_account_type: 'platform' }),
    notAllowed('Merchant account type must be Standard for a Standard Organization'),
  ],
  [
    'a webhook to a closed address',
    account({ webhook_details: { webhook_url: 'http://10.0.0.1/hook' } }),
    wrongFormat('webhook_url', 'an http or https URL of a public address'),
  ],
  [
    'a webhook to a closed port',
    account({ webhook_details: { webhook_url: 'http://169.254.169.254/' } }),
    wrongFormat('webhook_url', 'an http or https URL of a public address'),
  ],
  ['an unknown id', read('/accounts/nobody'), noMerchant],
  ['an unknown id to change', admin('/accounts/nobody', { merchant_id: 'nobody' }), noMerchant],
  ['an unknown id to delete', remove('/accounts/nobody'), noMerchant],
  [
    'an unknown default profile',
    admin('/accounts/acme', { merchant_id: 'acme', default_profile: 'pro_none' }),
    absent('Business profile with the given id pro_none does not exist'),
  ],
  ['no kv flag', admin('/accounts/acme/kv', {}), json('missing field `kv_enabled`')],
  ['the kv flag of nobody', read('/accounts/nobody/kv'), noMerchant],
  ['the kv flag of nobody to set', admin('/accounts/nobody/kv', { kv_enabled: true }), noMerchant],
];

const noKey = absent('API Key does not exist in our records');
const apiKeys: Row[] = [
  ['no name', admin('/api_keys/acme', { expiration: 'never' }), json('missing field `name`')],
  ['no expiration', admin('/api_keys/acme', { name: 'k' }), json('missing field `expiration`')],
  ['an unknown merchant', admin('/api_keys/nobody', { name: 'k', expiration: 'never' }), noMerchant],
  ['an unknown merchant to list', read('/api_keys/nobody/list'), noMerchant],
  ['an unknown key', read('/api_keys/acme/dev_none'), noKey],
  ['an unknown key to change', admin('/api_keys/acme/dev_none', { expiration: 'never' }), noKey],
  ['an unknown key to revoke', remove('/api_keys/acme/dev_none'), noKey],
];

const profile = (more: object): Call =>
  byMerchant('/account/acme/business_profile', { profile_name: 'third', ...more });
const noProfile = absent('Business profile with the given id pro_none does not exist');
const profiles: Row[] = [
  [
    'a session that is too short',
    profile({ session_expiry: 59 }),
    notAllowed('session_expiry should be between 60(1 min) to 7890000(3 months).'),
  ],
  [
    'a fulfilment that is too long',
    profile({ intent_fulfillment_time: 1801 }),
    notAllowed('intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).'),
  ],
  [
    'an unreadable algorithm',
    profile({ routing_algorithm: { type: 'best', data: {} } }),
    wrongValue('routing_algorithm'),
  ],
  [
    'a webhook to a closed address',
    profile({ webhook_details: { webhook_url: 'https://[fe80::1]/' } }),
    wrongFormat('webhook_url', 'an http or https URL of a public address'),
  ],
  [
    'headers that break their line',
    profile({ outgoing_webhook_custom_http_headers: { 'x-a': 'b\r\nc: d' } }),
    wrongFormat('outgoing_webhook_custom_http_headers', 'a map of HTTP headers'),
  ],
  ['an unknown profile', () => merchant.api.get('/account/acme/business_profile/pro_none'), noProfile],
  ['an unknown profile to change', byMerchant('/account/acme/business_profile/pro_none', {}), noProfile],
  [
    'a switch without a setting',
    admin('/account/acme/business_profile/pro_none/toggle_extended_card_info', {}),
    json('missing field `enabled`'),
  ],
  [
    'an unknown profile to switch',
    admin('/account/acme/business_profile/pro_none/toggle_extended_card_info', { enabled: true }),
    noProfile,
  ],
  [
    'an unknown profile to switch by its merchant',
    byMerchant('/account/acme/business_profile/pro_none/toggle_connector_agnostic_mit', { enabled: true }),
    noProfile,
  ],
  ['an unknown profile to delete', remove('/account/acme/business_profile/pro_none'), noProfile],
  ['another merchant’s account', byMerchant('/account/other/business_profile', {}), unauthorized],
];

const connector = (more: object): Call => byMerchant('/account/acme/connectors', connectorBody('adyen_test', more));
const credentials = (details: object): Call => connector({ connector_account_details: details });
const certificate = { auth_type: 'CertificateAuth', certificate: 'x', private_key: 'y' };
const pmAuth = (mca_id: unknown) => ({
  enabled_payment_methods: [
    { payment_method: 'bank_debit', payment_method_type: 'ach', connector_name: 'plaid', mca_id },
  ],
});
const noAccount = absent('Merchant connector account does not exist in our records', { reason: 'mca_none' });
const active = { connector_type: 'payment_processor', status: 'active' };
const connectorAccounts: Row[] = [
  [
    'no name',
    byMerchant('/account/acme/connectors', { connector_type: 'payment_processor' }),
    json('missing field `connector_name`'),
  ],
  [
    'no credentials',
    connector({ connector_account_details: null }),
    wrongFormat('connector_account_details', 'auth_type and api_key'),
  ],
  [
    'credentials without a field',
    credentials({ auth_type: 'BodyKey', api_key: 'a' }),
    wrongFormat('connector_account_details', 'auth_type and api_key'),
  ],
  [
    'an empty credential',
    credentials({ auth_type: 'HeaderKey', api_key: ' ' }),
    wrongFormat('connector_account_details.api_key', 'a non empty String'),
  ],
  [
    'an empty map of keys',
    credentials({ auth_type: 'CurrencyAuthKey', auth_key_map: {} }),
    wrongFormat('connector_account_details.auth_key_map', 'a non empty map'),
  ],
  [
    'no certificate',
    credentials(certificate),
    wrongFormat(
      'connector_account_details.certificate or connector_account_details.private_key',
      'a valid base64 encoded string of PEM encoded Certificate and Private Key',
    ),
  ],
  [
    'an auth_type of others',
    credentials({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' }),
    notAllowed('The auth type is invalid for the connector'),
  ],
  [
    'another type of connector',
    connector({ connector_type: 'payout_processor' }),
    notAllowed('Invalid connector type given'),
  ],
  ['a connector that is not served', connector({ connector_name: 'zsl' }), notAllowed('Invalid connector name given')],
  [
    'active with temporary credentials',
    connector({ connector_account_details: { auth_type: 'TemporaryAuth' }, status: 'active' }),
    notAllowed('Connector status cannot be active when using TemporaryAuth'),
  ],
  [
    'enabled while inactive',
    connector({ status: 'inactive', disabled: false }),
    notAllowed('Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth'),
  ],
  [
    'metadata nobody can use',
    connector({ metadata: { apple_pay: 'yes' } }),
    wrongFormat('metadata', 'connector metadata'),
  ],
  [
    'a certificate that is none',
    connector({
      metadata: {
        apple_pay: {
          session_token_data: {
            certificate: 'x',
            certificate_keys: 'y',
            merchant_identifier: 'm',
            display_name: 'd',
            initiative: 'web',
          },
        },
      },
    }),
    wrongValue('certificate/certificate key'),
  ],
  [
    'an unreadable pm_auth_config',
    connector({ pm_auth_config: { a: 1 } }),
    notAllowed('invalid data received for payment method auth config'),
  ],
  [
    'a pm_auth_config of nobody',
    connector({ pm_auth_config: pmAuth('mca_none') }),
    refusal(404, 'IR_37', 'payment method auth connector account not found'),
  ],
  ['an unknown profile', connector({ profile_id: 'pro_none' }), noProfile],
  [
    'an endless label',
    connector({ connector_label: 'a'.repeat(256) }),
    wrongFormat('connector_label', 'at most 255 characters'),
  ],
  [
    'a taken label',
    () => merchant.api.post('/account/acme/connectors', connectorBody('stripe_test')),
    () =>
      refusal(
        400,
        'HE_01',
        `The merchant connector account with the specified profile_id '${merchant.profileId}' and connector_label 'stripe_test_default' already exists in our records`,
      ),
  ],
  ['an unknown account', () => merchant.api.get('/account/acme/connectors/mca_none'), noAccount],
  ['an unknown account to change', byMerchant('/account/acme/connectors/mca_none', active), noAccount],
  ['an unknown account to delete', remove('/account/acme/connectors/mca_none'), noAccount],
  ['another merchant’s account', byMerchant('/account/other/connectors', connectorBody('adyen_test')), unauthorized],
  [
    'enabling what becomes inactive',
    () =>
      merchant.api.post(`/account/acme/connectors/${connectorId}`, { ...active, status: 'inactive', disabled: false }),
    notAllowed('Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth'),
  ],
];

const noRule = refusal(404, 'IR_37', 'GSM with given key does not exist in our records');
const gsm: Row[] = [
  ['a field missing', admin('/gsm', gsmKey('x')), json('missing field `status`')],
  [
    'an unknown decision',
    admin('/gsm', { ...gsmBody('x'), decision: 'maybe' }),
    json('unknown variant `maybe`, expected `retry` or `do_default`'),
  ],
  [
    'a taken key',
    admin('/gsm', gsmBody('taken')),
    refusal(400, 'IR_38', 'GSM with given key already exists in our records'),
  ],
  ['an unknown key', admin('/gsm/get', gsmKey('none')), noRule],
  ['an unknown key to change', admin('/gsm/update', gsmKey('none')), noRule],
  ['an unknown key to delete', admin('/gsm/delete', gsmKey('none')), noRule],
];

const noConfig = absent('Config key does not exist in our records.');
const configs: Row[] = [
  ['no value', admin('/configs/', { key: 'k' }), json('missing field `value`')],
  ['an empty key', admin('/configs/', { key: '', value: '1' }), wrongFormat('key', '1 to 255 characters')],
  [
    'a taken key',
    admin('/configs/', { key: 'taken', value: '2' }),
    refusal(400, 'HE_01', 'The config with the specified key already exists in our records'),
  ],
  ['an unknown key', read('/configs/none'), noConfig],
  ['an unknown key to change', admin('/configs/none', { value: '1' }), noConfig],
  ['an unknown key to delete', remove('/configs/none'), noConfig],
];

const tables: readonly (readonly [string, Row[]])[] = [
  ['organizations', organizations],
  ['merchant accounts', merchantAccounts],
  ['API keys', apiKeys],
  ['profiles', profiles],
  ['connector accounts', connectorAccounts],
  ['rules about errors', gsm],
  ['configs', configs],
];
describe.each(tables)('%s refuse', (_, rows) => {
  it.each(rows)('%s', (_what, call, expected) => check(call, expected));
});

it('a connector account may name only accounts of its own profile', async () => {
  const [, second] = ok(await merchant.api.get('/account/acme/business_profile'));
  const body = connectorBody('adyen_test', { profile_id: second.profile_id, pm_auth_config: pmAuth(connectorId) });
  expect(told(await merchant.api.post('/account/acme/connectors', body))).toEqual(
    refusal(404, 'IR_37', 'payment method auth profile_id differs from connector profile_id'),
  );
});

it('a profile’s name is its own, made or changed', async () => {
  const [first, second] = ok(await merchant.api.get('/account/acme/business_profile'));
  const rename = { profile_name: first.profile_name };
  expect(told(await merchant.api.post(`/account/acme/business_profile/${second.profile_id}`, rename))).toEqual(
    refusal(400, 'IR_38', 'Business Profile with the profile_name default already exists'),
  );
  const { status, body } = await merchant.api.post('/account/acme/business_profile', rename);
  expect([status, body.error.code]).toEqual([400, 'IR_38']);
  expect(body.error.message).toMatch(/^Business Profile with the profile_id pro_\w{20} already exists$/);
});

it('without a default profile a connector account names its own', async () => {
  const other = await aMerchant(system, { connectors: [] });
  ok(await other.api.post(`/account/${other.merchantId}/business_profile`, { profile_name: 'second' }));
  expect(told(await other.api.post(`/account/${other.merchantId}/connectors`, connectorBody('adyen_test')))).toEqual(
    missing('profile_id or business_country, business_label'),
  );
});

it('nothing of the operator’s is done for a merchant, its client or a stranger', async () => {
  const { merchantId, profileId } = merchant;
  const paths: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['POST', '/organization', { organization_name: 'x' }],
    ['GET', '/organization/org_1'],
    ['PUT', '/organization/org_1', { platform_merchant_id: 'x' }],
    ['POST', '/accounts', { merchant_id: 'x' }],
    ['GET', '/accounts/list?organization_id=org_1'],
    ['GET', `/accounts/${merchantId}`],
    ['POST', `/accounts/${merchantId}`, { merchant_id: merchantId }],
    ['DELETE', `/accounts/${merchantId}`],
    ['GET', `/accounts/${merchantId}/kv`],
    ['POST', `/accounts/${merchantId}/kv`, { kv_enabled: true }],
    ['POST', '/accounts/kv', { kv_enabled: true }],
    ['POST', `/api_keys/${merchantId}`, { name: 'k', expiration: 'never' }],
    ['GET', `/api_keys/${merchantId}/list`],
    ['GET', `/api_keys/${merchantId}/dev_1`],
    ['POST', `/api_keys/${merchantId}/dev_1`, {}],
    ['DELETE', `/api_keys/${merchantId}/dev_1`],
    ['DELETE', `/account/${merchantId}/business_profile/${profileId}`],
    ['DELETE', `/account/${merchantId}/connectors/${connectorId}`],
    ['POST', '/gsm', gsmBody('x')],
    ['POST', '/gsm/get', gsmKey('x')],
    ['POST', '/gsm/update', gsmKey('x')],
    ['POST', '/gsm/delete', gsmKey('x')],
    ['POST', '/configs/', { key: 'k', value: '1' }],
    ['GET', '/configs/taken'],
    ['POST', '/configs/taken', { value: '2' }],
    ['DELETE', '/configs/taken'],
    ['GET', '/metrics'],
  ];
  for (const [method, path, body] of paths) {
    const type = body ? { 'content-type': 'application/json' } : {};
    for (const api of [merchant.api, merchant.client, system.api]) {
      const answer = await api.raw(method, path, body && JSON.stringify(body), type as Record<string, string>);
      expect({ method, path, ...told(answer) }).toEqual({ method, path, ...unauthorized });
    }
  }
});
