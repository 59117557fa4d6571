import { acme, aGateway, check, json, noMerchant, taken, takenConfig, type Call, type Row } from './refusal-cases';
import { gsmBody, gsmKey } from './operator';
import {
  absent,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  unauthorized,
  unreadableQuery,
  wrongFormat,
  wrongValue,
} from '../../support/wire';

const { system, merchant, connectorId, admin, read, put, remove } = aGateway();

const noOrganization = refusal(404, 'IR_37', 'organization with the given id does not exist');
const nameTaken = refusal(400, 'IR_38', 'Organization with the given organization_name already exists');

const organizations: Row[] = [
  ['no name', admin('/organization', {}), json('missing field `organization_name`')],
  ['a taken name', admin('/organization', { organization_name: taken }), nameTaken],
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
    unreadableQuery('missing field `organization_id`', {
      field: 'organization_id',
      message: 'missing field `organization_id`',
      code: 'IR_06',
    }),
  ],
];

const account = (more: object): Call => admin('/accounts', { merchant_id: 'newcomer', ...more });
const merchantAccounts: Row[] = [
  ['no id', admin('/accounts', {}), json('missing field `merchant_id`')],
  [
    'a taken id',
    admin('/accounts', { merchant_id: acme }),
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
    account({ sub_merchants_enabled: true, parent_merchant_id: 'unknown' }),
    wrongValue('parent_merchant_id'),
  ],
  [
    'a connected account',
    account({ merchant_account_type: 'connected' }),
    notAllowed('Organization cannot be created with connected merchant only'),
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
  ['an unknown id', read('/accounts/unknown'), noMerchant],
  ['an unknown id to change', admin('/accounts/unknown', { merchant_id: 'unknown' }), noMerchant],
  ['an unknown id to delete', remove('/accounts/unknown'), noMerchant],
  [
    'an unknown default profile',
    admin(`/accounts/${acme}`, { merchant_id: acme, default_profile: 'pro_none' }),
    absent('Business profile with the given id pro_none does not exist'),
  ],
  ['no kv flag', admin(`/accounts/${acme}/kv`, {}), json('missing field `kv_enabled`')],
  ['the kv flag of an unknown merchant', read('/accounts/unknown/kv'), noMerchant],
  ['the kv flag of an unknown merchant to set', admin('/accounts/unknown/kv', { kv_enabled: true }), noMerchant],
];

const noKey = absent('API Key does not exist in our records');
const apiKeys: Row[] = [
  ['no name', admin(`/api_keys/${acme}`, { expiration: 'never' }), json('missing field `name`')],
  ['no expiration', admin(`/api_keys/${acme}`, { name: 'k' }), json('missing field `expiration`')],
  ['an unknown merchant', admin('/api_keys/unknown', { name: 'k', expiration: 'never' }), noMerchant],
  ['an unknown merchant to list', read('/api_keys/unknown/list'), noMerchant],
  ['an unknown key', read(`/api_keys/${acme}/dev_none`), noKey],
  ['an unknown key to change', admin(`/api_keys/${acme}/dev_none`, { expiration: 'never' }), noKey],
  ['an unknown key to revoke', remove(`/api_keys/${acme}/dev_none`), noKey],
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
    admin('/gsm', gsmBody(taken)),
    refusal(400, 'IR_38', 'GSM with given key already exists in our records'),
  ],
  ['an unknown key', admin('/gsm/get', gsmKey('none')), noRule],
  ['an unknown key to change', admin('/gsm/update', gsmKey('none')), noRule],
  ['an unknown key to delete', admin('/gsm/delete', gsmKey('none')), noRule],
];

const noConfig = absent('Config key does not exist in our records.');
const configs: Row[] = [
  ['no value', admin('/configs/', { key: 'k' }), json('missing field `value`')],
  [
    'a key that nothing reads',
    admin('/configs/', { key: 'colour', value: '1' }),
    wrongFormat(
      'key',
      'a key that acts (max_auto_retries_enabled_…, …_requires_cvv, merchant_connector_details_enabled_…, guard_blocklist_for_…, step_up_enabled_…, should_call_gsm_…, authentication_service_eligible_…, routing_result_source_…, poll_config_external_three_ds_…, connector_lane_…), and colour is none',
    ),
  ],
  ['a refused key, which is not kept', read('/configs/colour'), noConfig],
  [
    'a poll that no browser can follow',
    admin('/configs/', { key: 'poll_config_external_three_ds_threedsecureio', value: '2, 5' }),
    wrongFormat('value', '{"delay_in_secs": 0 to 900, "frequency": 0 to 900} as JSON'),
  ],
  [
    'a second source of routing results',
    admin('/configs/', { key: 'routing_result_source_pro_1', value: 'decision_engine' }),
    wrongFormat('value', 'hyperswitch_routing, the only source of routing results'),
  ],
  [
    'a lane whose name no topic could have',
    admin('/configs/', { key: 'connector_lane_stripe_test', value: 'Big shop' }),
    wrongFormat('value', 'the name of a lane (^[a-z0-9_]{1,60}$)'),
  ],
  [
    'a lane without topics, to which nothing could be sent',
    admin('/configs/', { key: 'connector_lane_stripe_test', value: 'nowhere' }),
    wrongFormat('value', 'a lane whose topics exist (npm run ops -- create-lane nowhere)'),
  ],
  ['an empty key', admin('/configs/', { key: '', value: '1' }), wrongFormat('key', '1 to 255 characters')],
  [
    'a taken key',
    admin('/configs/', { key: takenConfig, value: '2' }),
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
  ['rules about errors', gsm],
  ['configs', configs],
];
describe.each(tables)('%s refuse', (_, rows) => {
  it.each(rows)('%s', (_what, call, expected) => check(call, expected));
});

it('an operator’s route refuses a merchant, a client and an anonymous caller', async () => {
  const { merchantId, profileId, api: own, client } = merchant();
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
    ['DELETE', `/account/${merchantId}/connectors/${connectorId()}`],
    ['POST', '/gsm', gsmBody('x')],
    ['POST', '/gsm/get', gsmKey('x')],
    ['POST', '/gsm/update', gsmKey('x')],
    ['POST', '/gsm/delete', gsmKey('x')],
    ['POST', '/configs/', { key: 'k', value: '1' }],
    ['GET', `/configs/${takenConfig}`],
    ['POST', `/configs/${takenConfig}`, { value: '2' }],
    ['DELETE', `/configs/${takenConfig}`],
    ['GET', '/metrics'],
  ];
  for (const [method, path, body] of paths) {
    const type = body ? { 'content-type': 'application/json' } : {};
    for (const api of [own, client, system().api]) {
      const answer = await api.raw(method, path, body && JSON.stringify(body), type as Record<string, string>);
      expect({ method, path, ...statusAndBody(answer) }).toEqual({ method, path, ...unauthorized });
    }
  }
});
