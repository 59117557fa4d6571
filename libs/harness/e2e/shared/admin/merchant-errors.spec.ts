import { aMerchant, connectorBody, ok } from '@payorch/harness';
import {
  absent,
  missing,
  notAllowed,
  refusal,
  statusAndBody,
  unauthorized,
  wrongFormat,
  wrongValue,
} from '../../support/wire';
import { acme, aGateway, check, json, type Call, type Row } from './refusal-cases';

const { system, merchant, connectorId, admin, remove, byMerchant } = aGateway();

const profile = (more: object): Call =>
  byMerchant(`/account/${acme}/business_profile`, { profile_name: 'third', ...more });
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
    wrongValue('routing_algorithm.type', 'single, priority, volume_split, advanced, three_ds_decision_rule'),
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
  ['an unknown country', profile({ merchant_country_code: '999' }), notAllowed('Invalid merchant country code')],
  ['an unknown profile', () => merchant().api.get(`/account/${acme}/business_profile/pro_none`), noProfile],
  ['an unknown profile to change', byMerchant(`/account/${acme}/business_profile/pro_none`, {}), noProfile],
  [
    'a switch without a setting',
    admin(`/account/${acme}/business_profile/pro_none/toggle_extended_card_info`, {}),
    json('missing field `enabled`'),
  ],
  [
    'an unknown profile to switch',
    admin(`/account/${acme}/business_profile/pro_none/toggle_extended_card_info`, { enabled: true }),
    noProfile,
  ],
  [
    'an unknown profile to switch by its merchant',
    byMerchant(`/account/${acme}/business_profile/pro_none/toggle_connector_agnostic_mit`, { enabled: true }),
    noProfile,
  ],
  ['an unknown profile to delete', remove(`/account/${acme}/business_profile/pro_none`), noProfile],
  ['another merchant’s account', byMerchant('/account/other/business_profile', {}), unauthorized],
];

const connector = (more: object): Call => byMerchant(`/account/${acme}/connectors`, connectorBody('adyen_test', more));
const credentials = (details: object): Call => connector({ connector_account_details: details });
const certificate = { auth_type: 'CertificateAuth', certificate: 'x', private_key: 'y' };
const pmAuth = (mca_id: unknown) => ({
  enabled_payment_methods: [
    { payment_method: 'bank_debit', payment_method_type: 'ach', connector_name: 'plaid', mca_id },
  ],
});
const noAccount = absent('Merchant connector account does not exist in our records', { reason: 'mca_none' });
const active = { connector_type: 'payment_processor', status: 'active' };
const german = 'DE02120300000000202051';
const polish = 'PL61109010140000071219812874';
const british = { account_number: '12345678', sort_code: '12345', name: 'Jo' };
/** The recipient data of an open-banking payment. */
const recipients: Row[] = [
  ['an endless IBAN', { iban: { iban: '0'.repeat(35) } }, 'IBAN length must be up to 34 characters'],
  ['half an IBAN', { sepa: { iban: german.slice(0, 11) } }, 'IBAN length must be between 15 and 34 characters'],
  ['an IBAN with blanks', { sepa: { iban: 'DE02 1203 0000 0000' } }, 'IBAN data must be alphanumeric'],
  ['a mistyped IBAN', { sepa_instant: { iban: german.replace('DE02', 'DE20') } }, 'Invalid IBAN'],
  ['a German IBAN for Elixir', { elixir: { account_number: '1', iban: german } }, 'Elixir IBAN must be Polish (PL)'],
  [
    'half a Polish IBAN',
    { elixir: { account_number: '1', iban: polish.slice(0, 14) } },
    'Polish IBAN must be 28 characters',
  ],
  ['a short sort code', { bacs: british }, 'Invalid BACS numbers'],
  ['a short sort code, faster', { faster_payments: british }, 'Invalid BACS numbers'],
  ['letters for Bankgiro', { bankgiro: { number: 'x' } }, 'Bankgiro number must be numeric'],
  ['a short Bankgiro', { bankgiro: { number: '1' } }, 'Bankgiro number must be between 7 and 8 digits'],
  ['letters for Plusgiro', { plusgiro: { number: 'x' } }, 'Plusgiro number must be numeric'],
  ['a short Plusgiro', { plusgiro: { number: '1' } }, 'Plusgiro number must be between 2 and 8 digits'],
].map(([what, account, message]): Row => {
  const [[kind, fields]] = Object.entries(account as Record<string, object>) as [[string, object]];
  const account_data = { [kind]: { name: 'Jo', ...fields } };
  const data = { additional_merchant_data: { open_banking_recipient_data: { account_data } } };
  return [what as string, connector(data), notAllowed(message as string)];
});

const connectorAccounts: Row[] = [
  [
    'no name',
    byMerchant(`/account/${acme}/connectors`, { connector_type: 'payment_processor' }),
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
    connector({ connector_type: 'tax_processor' }),
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
  ['unusable metadata', connector({ metadata: { apple_pay: 'yes' } }), wrongFormat('metadata', 'connector metadata')],
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
    'a pm_auth_config with an unknown account',
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
    () => merchant().api.post(`/account/${acme}/connectors`, connectorBody('stripe_test')),
    () =>
      refusal(
        400,
        'HE_01',
        `The merchant connector account with the specified profile_id '${merchant().profileId}' and connector_label 'stripe_test_default' already exists in our records`,
      ),
  ],
  ['an unknown account', () => merchant().api.get(`/account/${acme}/connectors/mca_none`), noAccount],
  ['an unknown account to change', byMerchant(`/account/${acme}/connectors/mca_none`, active), noAccount],
  ['an unknown account to delete', remove(`/account/${acme}/connectors/mca_none`), noAccount],
  ['another merchant’s account', byMerchant('/account/other/connectors', connectorBody('adyen_test')), unauthorized],
  [
    'enabling what becomes inactive',
    () =>
      merchant().api.post(`/account/${acme}/connectors/${connectorId()}`, {
        ...active,
        status: 'inactive',
        disabled: false,
      }),
    notAllowed('Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth'),
  ],
];

const tables: readonly (readonly [string, Row[]])[] = [
  ['profiles', profiles],
  ['connector accounts', connectorAccounts],
  ['recipients', recipients],
];
describe.each(tables)('%s refuse', (_, rows) => {
  it.each(rows)('%s', (_what, call, expected) => check(call, expected));
});

it('a connector account may name only accounts of its own profile', async () => {
  const [, second] = ok(await merchant().api.get(`/account/${acme}/business_profile`));
  const body = connectorBody('adyen_test', { profile_id: second.profile_id, pm_auth_config: pmAuth(connectorId()) });
  expect(statusAndBody(await merchant().api.post(`/account/${acme}/connectors`, body))).toEqual(
    refusal(404, 'IR_37', 'payment method auth profile_id differs from connector profile_id'),
  );
});

it('a profile’s name is unique, at creation and update', async () => {
  const [first, second] = ok(await merchant().api.get(`/account/${acme}/business_profile`));
  const rename = { profile_name: first.profile_name };
  expect(
    statusAndBody(await merchant().api.post(`/account/${acme}/business_profile/${second.profile_id}`, rename)),
  ).toEqual(refusal(400, 'IR_38', 'Business Profile with the profile_name default already exists'));
  const { status, body } = await merchant().api.post(`/account/${acme}/business_profile`, rename);
  expect([status, body.error.code]).toEqual([400, 'IR_38']);
  expect(body.error.message).toMatch(/^Business Profile with the profile_id pro_\w{20} already exists$/);
});

it('a connector account must name its profile when there is no default profile', async () => {
  const other = await aMerchant(system(), { connectors: [] });
  ok(await other.api.post(`/account/${other.merchantId}/business_profile`, { profile_name: 'second' }));
  expect(
    statusAndBody(await other.api.post(`/account/${other.merchantId}/connectors`, connectorBody('adyen_test'))),
  ).toEqual(missing('profile_id or business_country, business_label'));
});
