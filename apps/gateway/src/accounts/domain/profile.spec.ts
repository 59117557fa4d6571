import { errorBody, profileSettings, type ProfileSettings, refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { SettingsBox } from '@payorch/platform/sealing';
import { z } from 'zod';
import { testEgress } from '../../../test/egress';
import { profileView } from '../http/profile.view';
import { openProfileSecrets, sealProfileSecrets } from '../persistence/profile-secrets';
import { deletedProfileMessage, profileMessage } from '../settings-messages';
import { newMerchantAccount } from './merchant-account';
import { checkProfileRequest, newProfile, updatedProfile } from './profile';

const now = new Date('2026-01-05T10:00:00Z');
const account = newMerchantAccount(
  {
    return_url: 'https://acme.example/done',
    webhook_details: { webhook_url: 'https://acme.example/hook', webhook_password: 'pw' },
    redirect_to_merchant_with_http_post: true,
  },
  {
    merchantId: 'acme' as MerchantId,
    organizationId: 'org_1' as OrganizationId,
    accountType: 'standard',
    platformMerchantId: null,
    publishableKey: 'pk_dev_1',
    hashKey: 'hash-key',
    now,
  },
);

const profile = (sent: object = {}) => newProfile(sent, account, { profileId: 'pro_1' as ProfileId, now });
const viewOf = (sent: object = {}) => profileView(profile(sent)) as Record<string, unknown>;

describe('a new profile', () => {
  it('a new profile inherits absent fields from the account', () =>
    expect(viewOf()).toMatchObject({
      profile_name: 'default',
      return_url: 'https://acme.example/done',
      enable_payment_response_hash: true,
      payment_response_hash_key: 'hash-key',
      redirect_to_merchant_with_http_post: true,
      webhook_details: { webhook_url: 'https://acme.example/hook', webhook_password: 'pw' },
    }));

  it('the view shows defaults, otherwise null', () => {
    const view = viewOf();
    expect(Object.keys(view)).toHaveLength(55);
    expect(view).toMatchObject({
      session_expiry: 900,
      intent_fulfillment_time: 900,
      use_billing_as_payment_method_billing: true,
      is_external_vault_enabled: 'skip',
      is_debit_routing_enabled: false,
      is_l2_l3_enabled: false,
      always_collect_billing_details_from_wallet_connector: null,
      is_manual_retry_enabled: null,
      outgoing_webhook_custom_http_headers: null,
    });
  });

  it('a routing algorithm is checked and not stored', () =>
    expect(viewOf({ routing_algorithm: { type: 'single', data: 'stripe_test' } })['routing_algorithm']).toBeNull());

  it('the values of webhook headers are masked', () =>
    expect(viewOf({ outgoing_webhook_custom_http_headers: { authorization: 'secret-token' } })).toMatchObject({
      outgoing_webhook_custom_http_headers: { authorization: 'se********en' },
    }));

  it('unknown fields are ignored', () =>
    expect(JSON.stringify(profile({ merchant_id: 'evil', acquirer_configs: { key: 'x' } }))).not.toMatch(/evil|"x"/));
});

describe('an update', () => {
  it('an update leaves absent fields and merges webhook details', () => {
    const before = profile({ session_expiry: 300, metadata: { a: 1 } });
    const after = updatedProfile(
      before,
      { webhook_details: { webhook_version: '2' }, is_auto_retries_enabled: true },
      now,
    );
    expect(after.details).toEqual({
      ...before.details,
      is_auto_retries_enabled: true,
      webhook_details: { webhook_url: 'https://acme.example/hook', webhook_version: '2' },
    });
    expect(after.secrets).toEqual(before.secrets);
  });
});

it.each([
  ['session_expiry', 59, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
  ['intent_fulfillment_time', 1801, 'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).'],
  ['dispute_polling_interval', 0, 'dispute_polling_interval should be between 1 and 720 hours.'],
  ['dispute_polling_interval', 721, 'dispute_polling_interval should be between 1 and 720 hours.'],
])('an update of %s to %d is refused', (path, value, message) =>
  expect(checkProfileRequest({ [path]: value }, testEgress)?.details).toEqual({ message, path }),
);

it('a profile that breaks several rules is refused with a list of all of them, the first rule in front', () => {
  const refused = checkProfileRequest(
    {
      session_expiry: 1,
      intent_fulfillment_time: 1,
      return_url: 'https://u:p@acme.example',
      webhook_details: { webhook_url: 'http://[::1]/', refund_statuses_enabled: ['review'] },
      routing_algorithm: 'stripe',
      merchant_country_code: 'Mars',
      outgoing_webhook_custom_http_headers: { 'x a': 'b' },
      extended_card_info_config: { public_key: 'none' },
      authentication_connector_details: { three_ds_requestor_url: 'x', authentication_connectors: [] },
      payment_link_config: { domain_name: 'https://x' },
      surcharge_connector_details: {},
    },
    testEgress,
  );
  const { body } = errorBody(refused ?? refuse('internal'));
  expect(body.error.message).toBe('session_expiry should be between 60(1 min) to 7890000(3 months).');
  expect(body.error.fields?.map(({ field, code }) => [field, code])).toEqual([
    ['session_expiry', 'IR_06'],
    ['intent_fulfillment_time', 'IR_06'],
    ['return_url', 'IR_05'],
    ['webhook_details.refund_statuses_enabled', 'IR_06'],
    ['webhook_details.webhook_url', 'IR_05'],
    ['routing_algorithm', 'IR_07'],
    ['merchant_country_code', 'IR_06'],
    ['outgoing_webhook_custom_http_headers', 'IR_05'],
    ['extended_card_info_config.public_key', 'IR_07'],
    ['authentication_connector_details.three_ds_requestor_url', 'IR_07'],
    ['authentication_connector_details.authentication_connectors', 'IR_07'],
    ['payment_link_config.domain_name', 'IR_07'],
    ['surcharge_connector_details', 'IR_00'],
  ]);
});

it.each([
  [{ outgoing_webhook_custom_http_headers: { 'x-a': 'b\r\nx-b: c' } }, 'invalid_format'],
  [{ outgoing_webhook_custom_http_headers: { 'x a': 'b' } }, 'invalid_format'],
  [{ outgoing_webhook_custom_http_headers: { 'x-a': 1 } }, 'invalid_format'],
  [{ outgoing_webhook_custom_http_headers: { 'x-a': 'b' } }, undefined],
  [{ return_url: 'https://u:p@acme.example' }, 'invalid_format'],
  [{ routing_algorithm: { type: 'best', data: {} } }, 'value_not_allowed'],
  [{ routing_algorithm: 'stripe' }, 'value_not_allowed'],
  [{ webhook_details: { webhook_url: 'http://[::1]/' } }, 'invalid_format'],
  [{ session_expiry: null, routing_algorithm: null }, undefined],
])('a profile with %j is refused as %s', (sent, code) =>
  expect(checkProfileRequest(sent, testEgress)?.code).toBe(code),
);

describe('its secrets', () => {
  const box = new SettingsBox(new Secret(JSON.stringify([{ kid: 's1', key: Buffer.alloc(32, 7).toString('base64') }])));
  const tokens = { internal_network_token_service: { key_id: 'key-1234' } };
  const made = profile({
    outgoing_webhook_custom_http_headers: { 'x-a': 'b' },
    network_tokenization_credentials: tokens,
  });
  const sealed = sealProfileSecrets(made, box);

  it('sealed secrets open unchanged', () => expect(openProfileSecrets(made, sealed, box)).toEqual(made.secrets));

  it('the secrets do not open for another profile', () =>
    expect(() => openProfileSecrets({ ...made, profileId: 'pro_2' as ProfileId }, sealed, box)).toThrow());

  it('the secrets do not open for another merchant', () =>
    expect(() => openProfileSecrets({ ...made, merchantId: 'other' as MerchantId }, sealed, box)).toThrow());

  it('the secrets are masked at any depth', () =>
    expect(profileView(made)).toMatchObject({
      network_tokenization_credentials: { internal_network_token_service: { key_id: 'ke****34' } },
    }));

  it('the message of a deleted profile has no secrets', () => {
    const { message, data } = deletedProfileMessage(made, 8);
    expect(z.encode(message.schema, data)).toMatchObject({
      accountVersion: 8,
      deleted: true,
      sealedResponseHashKey: null,
      sealedWebhookHeaders: null,
    });
  });

  it('the sealed secrets fit the message schema', () => {
    const { message, data } = profileMessage(made, sealed, 7);
    const text = JSON.stringify(z.encode(message.schema, data));
    expect(message.type).toBe(profileSettings.type);
    expect(text).not.toContain('hash-key');
    expect(JSON.parse(text)).toMatchObject({
      accountVersion: 7,
      webhook: { url: 'https://acme.example/hook', paymentStatuses: [] },
      sealedResponseHashKey: sealed.responseHashKey,
    });
  });

  it.each([
    [24, 24],
    [0, undefined],
    [null, undefined],
  ])('an interval of %s hours between polls of disputes is published as %s', (dispute_polling_interval, expected) => {
    const polling = { ...made, details: { ...made.details, dispute_polling_interval } };
    const { message, data } = profileMessage(polling as typeof made, sealed, 7);
    expect(z.encode(message.schema, data)).toHaveProperty('accountVersion', 7);
    expect((data as ProfileSettings).disputePollingHours).toBe(expected);
  });
});
