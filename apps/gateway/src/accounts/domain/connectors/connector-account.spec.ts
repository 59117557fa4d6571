import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { wireErrorOf } from '../../../../test/wire-error';
import { connectorAccountListView, connectorAccountView } from '../../http/connector-account.view';
import { connectorAccountMessage, deletedConnectorAccountMessage } from '../../settings-messages';
import {
  activityOf,
  checkConnector,
  checkConnectorAccountRequest,
  defaultLabel,
  newConnectorAccount,
  updatedConnectorAccount,
  type ConnectorAccountRequest,
} from './connector-account';

const now = new Date('2026-01-05T10:00:00Z');
const sent: ConnectorAccountRequest = {
  connector_type: 'payment_processor',
  connector_name: 'stripe_test',
  payment_methods_enabled: [
    {
      payment_method: 'card',
      payment_method_types: [{ payment_method_type: 'credit', card_networks: ['Visa'], minimum_amount: 1 }],
    },
    { payment_method: 'wallet' },
  ],
};

const account = (change: object = {}) =>
  newConnectorAccount(
    { ...sent, ...change },
    {
      merchantId: 'acme' as MerchantId,
      merchantConnectorId: 'mca_1' as MerchantConnectorId,
      profileId: 'pro_1' as ProfileId,
      profileName: 'default',
      credentials: { sealed: 'jwe', masked: { auth_type: 'HeaderKey', api_key: 'sk*********45' } },
      webhookSecrets: null,
      merchantData: null,
      walletDetails: null,
      publicWalletDetails: null,
      status: 'active',
      disabled: false,
      now,
    },
  );

it('the view has every key in order and masks secrets', () =>
  expect(JSON.stringify(connectorAccountView(account()))).toBe(
    JSON.stringify({
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_label: 'stripe_test_default',
      merchant_connector_id: 'mca_1',
      profile_id: 'pro_1',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk*********45' },
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              payment_method_type: 'credit',
              payment_experience: null,
              card_networks: ['Visa'],
              accepted_currencies: null,
              accepted_countries: null,
              minimum_amount: 1,
              maximum_amount: null,
              recurring_enabled: null,
              installment_payment_enabled: null,
            },
          ],
        },
        { payment_method: 'wallet', payment_method_types: null },
      ],
      connector_webhook_details: null,
      metadata: null,
      test_mode: null,
      disabled: false,
      frm_configs: null,
      business_country: null,
      business_label: null,
      business_sub_label: null,
      applepay_verified_domains: null,
      pm_auth_config: null,
      status: 'active',
      additional_merchant_data: null,
      connector_wallets_details: null,
      webhook_setup_capabilities: null,
    }),
  ));

it('the list view has no credentials, metadata and webhook details', () => {
  const keys = Object.keys(connectorAccountListView(account()));
  expect(keys).toHaveLength(15);
  expect(keys).not.toEqual(expect.arrayContaining(['connector_account_details']));
  expect(keys).not.toEqual(expect.arrayContaining(['metadata']));
});

it.each([
  [{}, 'stripe_test_default'],
  [{ business_country: 'US', business_label: 'shop' }, 'stripe_test_US_shop'],
  [{ business_country: 'US' }, 'stripe_test_default'],
])('the label of %j is %s', (change, label) => expect(defaultLabel({ ...sent, ...change }, 'default')).toBe(label));

it.each([
  ['payment_processor', undefined, 'Invalid connector name given'],
  ['payout_processor', { connectorTypes: ['payment_processor'], test: false }, 'Invalid connector type given'],
  ['payment_processor', { connectorTypes: ['payment_processor'], test: true }, 'Invalid connector name'],
])('as a %s, %j is refused without test processors', (type, facts, message) =>
  expect(wireErrorOf(checkConnector(type, facts, false))).toEqual([422, 'IR_06', message]),
);

it.each(['payment_processor', 'payout_processor'])('a connector that does both is accepted as a %s', (type) =>
  expect(
    checkConnector(type, { connectorTypes: ['payment_processor', 'payout_processor'], test: false }, false),
  ).toBeUndefined(),
);

it('a connector for payouts alone is refused as a payment processor', () =>
  expect(
    wireErrorOf(checkConnector('payment_processor', { connectorTypes: ['payout_processor'], test: false }, false)),
  ).toEqual([422, 'IR_06', 'Invalid connector type given']));

it('a test processor is accepted where test processors are enabled', () =>
  expect(
    checkConnector('payment_processor', { connectorTypes: ['payment_processor'], test: true }, true),
  ).toBeUndefined());

describe('activity', () => {
  it.each([
    [{}, 'HeaderKey', undefined, { status: 'active', disabled: false }],
    [{ disabled: true }, 'HeaderKey', undefined, { status: 'active', disabled: true }],
    [{ status: 'inactive' }, 'HeaderKey', undefined, { status: 'inactive', disabled: true }],
    [{}, 'TemporaryAuth', undefined, { status: 'inactive', disabled: true }],
    [{ status: 'active' }, 'HeaderKey', { status: 'active', disabled: true }, { status: 'active', disabled: true }],
  ] as const)('of %j with %s over %j is %j', (request, authType, stored, expected) =>
    expect(activityOf(request, authType, stored)).toEqual(expected),
  );

  it.each([
    [{ status: 'active' }, 'TemporaryAuth', 'Connector status cannot be active when using TemporaryAuth'],
    [
      { status: 'inactive', disabled: false },
      'HeaderKey',
      'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth',
    ],
  ])('%j is refused with %s', (request, authType, message) =>
    expect(wireErrorOf(activityOf(request, authType))).toEqual([422, 'IR_06', message]),
  );
});

it('an update leaves absent fields, the connector and the profile', () => {
  const before = account({ metadata: { a: 1 } });
  const changed = {
    status: 'active',
    disabled: true,
    credentials: null,
    webhookSecrets: null,
    merchantData: null,
    walletDetails: null,
    publicWalletDetails: null,
    now,
  } as const;
  const after = updatedConnectorAccount(
    before,
    { connector_name: 'adyen_test', profile_id: 'pro_2', test_mode: true },
    changed,
  );
  expect(after).toEqual({ ...before, disabled: true, details: { ...before.details, test_mode: true } });
});

it('a webhook secret that the merchant sets is not that of the registered endpoint', () => {
  const registered = { ...account(), webhookEndpointId: 'we_1' };
  const changed = { ...registered, credentials: null, now: new Date(1) };
  const secret = { sealed: 'sealed', masked: {}, gatewaySeal: null };
  const endpointAfter = (webhookSecrets: typeof secret | null) =>
    updatedConnectorAccount(registered, {}, { ...changed, webhookSecrets }).webhookEndpointId;
  expect([endpointAfter(null), endpointAfter(secret)]).toEqual(['we_1', null]);
});

it.each(['connector_label', 'business_label', 'business_sub_label'])('a %s that is too long is refused', (field) =>
  expect(wireErrorOf(checkConnectorAccountRequest({ [field]: 'a'.repeat(256) }))).toEqual([
    422,
    'IR_05',
    `${field} contains invalid data. Expected format is at most 255 characters`,
  ]),
);

it('the message of a deleted account has no secrets', () => {
  const { message, data } = deletedConnectorAccountMessage(account({ metadata: { a: 1 } }), 5);
  expect(z.encode(message.schema, data)).toMatchObject({
    accountVersion: 5,
    deleted: true,
    sealedCredentials: '',
    sealedWebhookSecrets: null,
    metadata: null,
  });
});

it('the settings message fits its schema', () => {
  const { message, data } = connectorAccountMessage(account(), 4);
  expect(z.encode(message.schema, data)).toMatchObject({
    accountVersion: 4,
    connector: 'stripe_test',
    sealedCredentials: 'jwe',
  });
});
