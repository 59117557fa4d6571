import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { newConnectorAccount, type ConnectorAccount } from './connector-account';
import {
  accountOfCredentials,
  checkSentCredentials,
  credentialsNamed,
  permissionKey,
  textOfCredentials,
  textsOfCredentials,
  type CredentialsScope,
  type StoredCredentials,
} from './inline-credentials';

const profileId = 'pro_1' as ProfileId;
const key = { auth_type: 'HeaderKey', api_key: 'sk_own' };
const withOtherForm = { auth_type: 'BodyKey', api_key: 'a', key1: 'b' };
const sent = (details: object = key, metadata?: object) => ({
  connector_account_details: details,
  ...(metadata && { metadata }),
});
const account = (id: string, changes: Partial<ConnectorAccount> = {}): ConnectorAccount => ({
  ...newConnectorAccount(
    { connector_type: 'payment_processor', connector_name: 'stripe_test' },
    {
      merchantId: 'acme' as MerchantId,
      merchantConnectorId: id as MerchantConnectorId,
      profileId,
      profileName: 'default',
      credentials: { sealed: 'jwe', masked: {} },
      webhookSecrets: null,
      merchantData: null,
      walletDetails: null,
      publicWalletDetails: null,
      status: 'active',
      disabled: false,
      now: new Date('2026-01-05T10:00:00Z'),
    },
  ),
  ...changes,
});
const naming = (connector: string, merchantConnectorId: string | null): CredentialsScope => ({
  profileId,
  requested: { kind: 'accounts', algorithm: 'single', accounts: [{ connector, merchantConnectorId }] },
});
const byDefault: CredentialsScope = { profileId };
const wrong = (reason: string) => ({
  kind: 'refused',
  code: 'precondition_failed',
  details: { message: `merchant_connector_details ${reason}` },
});
const none = wrong('belong to no connector account of the profile');
const several = wrong('fit several connector accounts: name one in routing');

describe('the account of sent credentials', () => {
  it.each<[string, ConnectorAccount[], CredentialsScope, string]>([
    ['the only one', [account('mca_1')], byDefault, 'mca_1'],
    ['the only enabled one', [account('mca_1', { disabled: true }), account('mca_2')], byDefault, 'mca_2'],
    [
      'the only one of the profile',
      [account('mca_1', { profileId: 'pro_2' as ProfileId }), account('mca_2')],
      byDefault,
      'mca_2',
    ],
    [
      'the only one for payments',
      [account('mca_1', { connectorType: 'payout_processor' }), account('mca_2')],
      byDefault,
      'mca_2',
    ],
    ['the named one', [account('mca_1'), account('mca_2')], naming('stripe_test', 'mca_2'), 'mca_2'],
    [
      'the only one of the named connector',
      [account('mca_1'), account('mca_2', { connectorName: 'adyen_test' })],
      naming('adyen_test', null),
      'mca_2',
    ],
    ['a named one that is disabled', [account('mca_1', { disabled: true })], naming('stripe_test', 'mca_1'), 'mca_1'],
  ])('is %s', (_, accounts, scope, expected) =>
    expect(accountOfCredentials(accounts, scope, sent())).toMatchObject({
      account: { merchantConnectorId: expected },
      credentials: key,
      metadata: null,
    }),
  );

  it.each<[string, ConnectorAccount[], CredentialsScope, object, object]>([
    ['without an account', [], byDefault, key, none],
    ['of another profile', [account('mca_1')], { profileId: 'pro_2' as ProfileId }, key, none],
    ['of an account that is not there', [account('mca_1')], naming('stripe_test', 'mca_2'), key, none],
    ['of an id with credentials', [account('mca_1')], naming('stripe_test', 'mca_1.crd_1'), key, none],
    ['of two accounts', [account('mca_1'), account('mca_2')], byDefault, key, several],
    [
      'of two accounts of the named connector',
      [account('mca_1'), account('mca_2')],
      naming('stripe_test', null),
      key,
      several,
    ],
    ['that the connector does not accept', [account('mca_1')], byDefault, withOtherForm, { code: 'invalid_request' }],
    ['without a key', [account('mca_1')], byDefault, { ...key, api_key: ' ' }, { code: 'invalid_format' }],
    ['of no known form', [account('mca_1')], byDefault, { api_key: 'x' }, { code: 'invalid_format' }],
    ['that are temporary', [account('mca_1')], byDefault, { auth_type: 'TemporaryAuth' }, wrong('cannot be temporary')],
  ])('is refused %s', (_, accounts, scope, details, expected) =>
    expect(accountOfCredentials(accounts, scope, sent(details))).toMatchObject(expected),
  );

  it('has the metadata of the request', () =>
    expect(accountOfCredentials([account('mca_1')], byDefault, sent(key, { a: 1 }))).toMatchObject({
      metadata: { a: 1 },
    }));
});

describe('credentials by their identifier', () => {
  const stored = (id: string): StoredCredentials => ({
    merchantId: 'acme' as MerchantId,
    merchantConnectorId: id as MerchantConnectorId,
    connectorName: 'stripe_test',
    identifier: 'own',
    hash: `hash of ${id}`,
    sealed: 'jwe',
    metadata: null,
    accountVersion: 3,
    sentAt: new Date('2026-01-05T10:00:00Z'),
  });
  const accounts = [account('mca_1'), account('mca_2')];
  const newestFirst = [stored('mca_1.crd_2'), stored('mca_1.crd_1')];

  it('are the newest', () => expect(credentialsNamed(accounts, byDefault, newestFirst)).toBe(newestFirst[0]));

  it.each<[string, CredentialsScope, StoredCredentials[], object]>([
    ['unknown ones', byDefault, [], { code: 'missing_param', details: { field: 'merchant_connector_details' } }],
    ['those of another account', naming('stripe_test', 'mca_2'), newestFirst, { code: 'missing_param' }],
    ['those of two accounts', byDefault, [...newestFirst, stored('mca_2.crd_3')], several],
  ])('refuses %s', (_, scope, known, expected) =>
    expect(credentialsNamed(accounts, scope, known)).toMatchObject(expected),
  );
});

it.each<[object, object | undefined]>([
  [{ creds_identifier: 'own' }, undefined],
  [{ creds_identifier: 'own', encoded_data: null }, undefined],
  [{ creds_identifier: 'own', encoded_data: sent() }, undefined],
  [{ creds_identifier: ' ' }, { code: 'value_not_allowed' }],
  [{ creds_identifier: 'x'.repeat(129) }, { code: 'value_not_allowed' }],
  [{ creds_identifier: 'own', encoded_data: { metadata: {} } }, { code: 'missing_param' }],
  [{ creds_identifier: 'own', encoded_data: { ...sent(), metadata: { noon: 1 } } }, { code: 'invalid_format' }],
])('the field %j is checked', (details, refused) => {
  const checked = checkSentCredentials(details as Parameters<typeof checkSentCredentials>[0]);
  if (refused) expect(checked).toMatchObject(refused);
  else expect(checked).toBeUndefined();
});

describe('the text of credentials', () => {
  it('is the same whatever the order of the keys', () =>
    expect(textOfCredentials({ b: 1, a: { d: [2, 1], c: 1 } }, { y: 1, x: 2 })).toBe(
      textOfCredentials({ a: { c: 1, d: [2, 1] }, b: 1 }, { x: 2, y: 1 }),
    ));

  it('differs with every value', () => {
    const texts = [
      textOfCredentials(key, null),
      textOfCredentials({ ...key, api_key: 'sk_other' }, null),
      textOfCredentials(key, { a: 1 }),
      textOfCredentials({ list: [1, 2] }, null),
      textOfCredentials({ list: [2, 1] }, null),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('is read by the forms of all accounts, each once', () => {
    const text = textOfCredentials(key, null);
    expect(textsOfCredentials([account('mca_1'), account('mca_2')], sent({ ...key, more: 'x' }))).toEqual([text]);
    expect(textsOfCredentials([account('mca_1')], sent(withOtherForm))).toEqual([]);
  });
});

it('the operator permits them for one profile', () =>
  expect(permissionKey(profileId)).toBe('merchant_connector_details_enabled_pro_1'));
