import {
  aMerchant,
  apiAt,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  absent,
  idLike,
  missing,
  noConnector,
  notAllowed,
  precondition,
  publishedKeys,
  refusal,
  timestamp,
  told,
  unauthorized,
  unreadable,
  withoutPlace,
  wrongFormat,
  type Told,
} from '../../support/wire';

jest.setTimeout(120_000);

const system = sharedSystem();
beforeAll(async () => {});

let count = 0;
const newId = (stem: string) => `${stem}_${++count}`;
const noMerchant = absent('Merchant account does not exist in our records');

describe('merchant accounts', () => {
  const bare = (merchantId: string) => ({
    merchant_id: merchantId,
    merchant_name: null,
    return_url: null,
    enable_payment_response_hash: true,
    payment_response_hash_key: expect.stringMatching(/^[0-9A-Za-z]{64}$/),
    redirect_to_merchant_with_http_post: false,
    merchant_details: null,
    webhook_details: null,
    payout_routing_algorithm: null,
    sub_merchants_enabled: null,
    parent_merchant_id: null,
    publishable_key: expect.stringMatching(/^pk_dev_[0-9a-f]{32}$/),
    metadata: null,
    locker_id: null,
    primary_business_details: [],
    frm_routing_algorithm: null,
    organization_id: idLike('org'),
    is_recon_enabled: false,
    default_profile: idLike('pro'),
    recon_status: 'not_requested',
    pm_collect_link_config: null,
    product_type: null,
    merchant_account_type: 'standard',
    network_tokenization_credentials: null,
  });

  it('need an id alone', async () => {
    const merchantId = newId('bare');
    const made = ok(await system.admin.post('/accounts', { merchant_id: merchantId }));
    expect(made).toEqual(bare(merchantId));
    expect(Object.keys(made)).toEqual(publishedKeys('MerchantAccountResponse'));
    expect(ok(await system.admin.get(`/accounts/${merchantId}`))).toEqual(made);
  });

  const details = {
    merchant_name: 'Acme',
    return_url: 'https://acme.example/done',
    enable_payment_response_hash: false,
    payment_response_hash_key: 'a-key-of-our-own',
    redirect_to_merchant_with_http_post: true,
    metadata: { tier: 'gold' },
    locker_id: 'locker_1',
  };
  const webhooks = {
    webhook_version: '1.0.1',
    webhook_username: 'acme',
    webhook_password: 'hush hush',
    webhook_url: 'https://acme.example/hook',
    payment_created_enabled: true,
    payment_succeeded_enabled: true,
    payment_failed_enabled: false,
    payment_statuses_enabled: ['succeeded', 'failed'],
    refund_statuses_enabled: null,
    payout_statuses_enabled: null,
  };

  it('give back what was sent, webhook details and contacts with all their keys', async () => {
    const merchantId = newId('full');
    const sent = {
      merchant_id: merchantId,
      ...details,
      webhook_details: { webhook_url: webhooks.webhook_url },
      merchant_details: { primary_contact_person: 'Jo', address: { city: 'Berlin', country: 'DE' } },
    };
    const made = ok(await system.admin.post('/accounts', sent));
    const unset = Object.fromEntries(Object.keys(webhooks).map((key) => [key, null]));
    expect(made).toMatchObject({
      ...details,
      metadata: { compatible_connector: null, tier: 'gold' },
      webhook_details: { ...unset, webhook_url: webhooks.webhook_url },
    });
    expect(Object.keys(made.webhook_details)).toEqual(Object.keys(webhooks));
    expect(made.merchant_details).toMatchObject({ primary_contact_person: 'Jo', website: null });
    expect(made.merchant_details.address).toMatchObject({ city: 'Berlin', country: 'DE', line1: null });
  });

  it('keep on update what is not sent; the path decides who is meant', async () => {
    const merchantId = newId('updated');
    const made = ok(
      await system.admin.post('/accounts', { merchant_id: merchantId, ...details, webhook_details: webhooks }),
    );
    const changed = {
      merchant_id: 'somebody_else',
      merchant_name: 'Acme & Sons',
      return_url: 'https://acme.example/2',
    };
    const updated = ok(await system.admin.post(`/accounts/${merchantId}`, changed));
    expect(updated).toEqual({ ...made, merchant_name: changed.merchant_name, return_url: changed.return_url });
    expect(ok(await system.admin.get(`/accounts/${merchantId}`))).toEqual(updated);
    expect(told(await system.admin.get('/accounts/somebody_else'))).toEqual(noMerchant);
  });

  it('make a profile for each business, and then there is no default one', async () => {
    const businesses = [
      { country: 'US', business: 'food' },
      { country: 'DE', business: 'books' },
    ];
    const { merchantId, api } = await merchantWith({ primary_business_details: businesses });
    const account = ok(await system.admin.get(`/accounts/${merchantId}`));
    expect(account).toMatchObject({ primary_business_details: businesses, default_profile: null });
    const profiles: Json[] = ok(await api.get(`/account/${merchantId}/business_profile`));
    expect(profiles.map((profile) => profile.profile_name).sort()).toEqual(['DE_books', 'US_food']);

    const named = { business_country: 'DE', business_label: 'books' };
    expect(ok(await api.post(`/account/${merchantId}/connectors`, connectorBody('stripe_test', named)))).toMatchObject({
      connector_label: 'stripe_test_DE_books',
      profile_id: profiles.find((profile) => profile.profile_name === 'DE_books').profile_id,
    });
    expect(ok(await api.post('/payments', paymentBody(named)))).toMatchObject({ status: 'succeeded', ...named });
    expect(told(await api.post('/payments', paymentBody()))).toEqual(
      missing('profile_id or business_country, business_label'),
    );
  });

  it('are taken once, and unknown where they are not', async () => {
    const merchantId = newId('twice');
    const first = ok(await system.admin.post('/accounts', { merchant_id: merchantId }));
    expect(told(await system.admin.post('/accounts', { merchant_id: merchantId, merchant_name: 'Other' }))).toEqual(
      refusal(400, 'HE_01', 'The merchant account with the specified details already exists in our records'),
    );
    expect(ok(await system.admin.get(`/accounts/${merchantId}`))).toEqual(first);
    expect(told(await system.admin.get('/accounts/nobody'))).toEqual(noMerchant);
    expect(told(await system.admin.post('/accounts/nobody', { merchant_id: 'nobody' }))).toEqual(noMerchant);
  });

  it.each<[string, object, Told]>([
    [
      'a javascript return_url',
      { return_url: 'javascript:alert(1)' },
      unreadable('Json deserialize error: invalid value: string "javascript:alert(1)", expected an http or https URL'),
    ],
    [
      'user and password in a webhook_url',
      { webhook_details: { webhook_url: 'https://a:b@acme.example/' } },
      unreadable('Json deserialize error: invalid value: string "https://a:b@acme.example/", expected'),
    ],
    [
      'an unknown field',
      { colour: 'red' },
      unreadable('Json deserialize error: unknown field `colour`, expected one of '),
    ],
    [
      'an id that is too long',
      { merchant_id: 'a'.repeat(65) },
      unreadable('Json deserialize error: the maximum allowed length for this field is 64'),
    ],
    [
      'an id with a blank',
      { merchant_id: 'a b' },
      unreadable('Json deserialize error: value `a b` contains invalid character ` `'),
    ],
  ])('refuse %s', async (_, more, expected) => {
    const { status, body } = withoutPlace(await system.admin.post('/accounts', { merchant_id: newId('bad'), ...more }));
    expect({ status, code: body.error.code }).toEqual({ status: expected.status, code: expected.body.error.code });
    expect(body.error.message.startsWith(expected.body.error.message)).toBe(true);
  });
});

const merchantWith = (account: object = {}) => aMerchant(system, { account, connectors: [] });

describe('API keys', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });
  const path = (keyId = '') => `/api_keys/${merchant.merchantId}${keyId && `/${keyId}`}`;
  const make = async (more: object = {}) =>
    ok(await system.admin.post(path(), { name: 'k', expiration: 'never', ...more }));
  const withKey = (key: string) => apiAt(system.baseUrl('gateway'), { 'api-key': key });
  const use = async (key: string) => (await withKey(key).get('/payments/pay_none')).status;
  const refused = (key: string) => eventually(async () => (await use(key)) === 401, { withinMs: 5_000 });
  const noKey = absent('API Key does not exist in our records');

  it('are told once', async () => {
    const made = await make({ description: 'for the shop' });
    expect(made).toEqual({
      key_id: idLike('dev'),
      merchant_id: merchant.merchantId,
      name: 'k',
      description: 'for the shop',
      api_key: expect.stringMatching(/^dev_[0-9A-Za-z]{64}$/),
      created: timestamp,
      expiration: 'never',
    });
    expect(Object.keys(made)).toEqual(publishedKeys('CreateApiKeyResponse'));
    const { api_key: plain, ...rest } = made;
    const shown = ok(await system.admin.get(path(made.key_id)));
    expect(shown).toEqual({ ...rest, prefix: plain.slice(0, 12) });
    expect(Object.keys(shown)).toEqual(publishedKeys('RetrieveApiKeyResponse'));
    expect(ok(await system.admin.get(path('list')))).toContainEqual(shown);
    expect((await make()).description).toBeNull();
  });

  it('are listed in pages', async () => {
    const owner = await merchantWith();
    for (const name of ['b', 'c'])
      ok(await system.admin.post(`/api_keys/${owner.merchantId}`, { name, expiration: 'never' }));
    const list = async (query: string): Promise<Json[]> =>
      ok(await system.admin.get(`/api_keys/${owner.merchantId}/list${query}`));
    const all = await list('');
    expect(all).toHaveLength(3);
    expect(await list('?limit=2')).toEqual(all.slice(0, 2));
    expect(await list('?limit=2&skip=2')).toEqual(all.slice(2));
  });

  it('keep on update what is not sent', async () => {
    const made = await make({ description: 'old' });
    const updated = ok(await system.admin.post(path(made.key_id), { name: 'new' }));
    expect(updated).toMatchObject({ key_id: made.key_id, name: 'new', description: 'old', expiration: 'never' });
    const later = '2035-01-01T00:00:00.000Z';
    expect(ok(await system.admin.post(path(made.key_id), { expiration: later }))).toMatchObject({ expiration: later });
    expect(ok(await system.admin.get(path(made.key_id)))).toMatchObject({ name: 'new', expiration: later });
    expect(await use(made.api_key)).toBe(404);
  });

  it('are refused once they are revoked, at once where that was done and within 5 s elsewhere', async () => {
    const [here, elsewhere] = [await make(), await make()];
    expect(await use(here.api_key)).toBe(404);
    const revoked = ok(await system.admin.raw('DELETE', path(here.key_id)));
    expect(revoked).toEqual({ merchant_id: merchant.merchantId, key_id: here.key_id, revoked: true });
    expect(Object.keys(revoked)).toEqual(publishedKeys('RevokeApiKeyResponse'));
    expect(told(await withKey(here.api_key).post('/payments', paymentBody()))).toEqual(unauthorized);
    expect(await use(elsewhere.api_key)).toBe(404);
    // As another replica would do it: this gateway, which knows the key by now, hears nothing of it.
    await rowsOf(system, `UPDATE gateway.api_keys SET revoked_at = now() WHERE key_id = '${elsewhere.key_id}'`);
    await refused(elsewhere.api_key);
    expect(told(await system.admin.get(path(here.key_id)))).toEqual(noKey);
    expect(told(await system.admin.raw('DELETE', path(here.key_id)))).toEqual(noKey);
    expect(told(await system.admin.post(path(here.key_id), { expiration: 'never' }))).toEqual(noKey);
  });

  it('are refused once they have expired', async () => {
    const made = await make({ expiration: new Date(Date.now() + 3_000).toISOString() });
    expect(await use(made.api_key)).toBe(404);
    await refused(made.api_key);
    expect(ok(await system.admin.get(path(made.key_id)))).toMatchObject({ expiration: made.expiration });
  });

  it('are the same to a stranger whether missing, wrong, revoked or of another kind', async () => {
    const { merchantId } = merchant;
    for (const key of ['', 'dev_wrong', `dev_${'a'.repeat(64)}`, system.adminKey, merchant.publishableKey])
      expect(told(await withKey(key).post('/payments', paymentBody()))).toEqual(unauthorized);
    expect(told(await system.api.post('/payments', paymentBody()))).toEqual(unauthorized);
    for (const key of ['', 'test_admim', merchant.apiKey, merchant.publishableKey]) {
      expect(told(await withKey(key).post('/accounts', { merchant_id: 'x' }))).toEqual(unauthorized);
      expect(told(await withKey(key).post(path(), { name: 'k', expiration: 'never' }))).toEqual(unauthorized);
      expect(told(await withKey(key).get(path('list')))).toEqual(unauthorized);
    }
    expect(told(await system.admin.get(`/account/${merchantId}/business_profile`))).toEqual(unauthorized);
  });

  it('are unknown where they are not, and so is their merchant', async () => {
    const expected = { name: 'k', expiration: 'never' };
    expect(told(await system.admin.get(path('dev_none')))).toEqual(noKey);
    expect(told(await system.admin.post('/api_keys/nobody', expected))).toEqual(noMerchant);
    expect(told(await system.admin.get('/api_keys/nobody/list'))).toEqual(noMerchant);
    const wrong = withoutPlace(await system.admin.post(path(), { name: 'k', expiration: 'tomorrow' }));
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.code).toBe('IR_06');
    expect(withoutPlace(await system.admin.post(path(), { name: 'k' }))).toEqual(
      unreadable('Json deserialize error: missing field `expiration`'),
    );
  });
});

describe('profiles', () => {
  const pathOf = ({ merchantId }: TestMerchant, id = '') => `/account/${merchantId}/business_profile${id && `/${id}`}`;
  const fromAccount = {
    return_url: 'https://acme.example/done',
    enable_payment_response_hash: false,
    redirect_to_merchant_with_http_post: true,
    payment_response_hash_key: 'a-key-of-our-own',
  };
  const switchedOff = [
    'collect_shipping_details_from_wallet_connector',
    'collect_billing_details_from_wallet_connector',
    'is_tax_connector_enabled',
    'is_network_tokenization_enabled',
    'is_auto_retries_enabled',
    'is_click_to_pay_enabled',
    'is_clear_pan_retries_enabled',
    'force_3ds_challenge',
    'is_debit_routing_enabled',
    'is_pre_network_tokenization_enabled',
    'is_l2_l3_enabled',
  ];
  const untouched = {
    ...Object.fromEntries(publishedKeys('ProfileResponse').map((key) => [key, null])),
    ...Object.fromEntries(switchedOff.map((key) => [key, false])),
    intent_fulfillment_time: 900,
    session_expiry: 900,
    use_billing_as_payment_method_billing: true,
    is_external_vault_enabled: 'skip',
    card_testing_guard_config: {
      card_ip_blocking_status: 'disabled',
      card_ip_blocking_threshold: 3,
      guest_user_card_blocking_status: 'disabled',
      guest_user_card_blocking_threshold: 10,
      customer_id_blocking_status: 'disabled',
      customer_id_blocking_threshold: 5,
      card_testing_guard_expiry: 3600,
      guest_ip_blocking_status: 'disabled',
      guest_ip_blocking_threshold: 10,
    },
  };

  it('take from the account what the request leaves open', async () => {
    const merchant = await merchantWith({
      ...fromAccount,
      webhook_details: { webhook_url: 'https://acme.example/hook' },
    });
    const made = ok(await merchant.api.post(pathOf(merchant), { profile_name: 'second' }));
    expect(made).toEqual({
      ...untouched,
      ...fromAccount,
      merchant_id: merchant.merchantId,
      profile_id: idLike('pro'),
      profile_name: 'second',
      webhook_details: expect.objectContaining({ webhook_url: 'https://acme.example/hook' }),
    });
    expect(Object.keys(made)).toEqual(publishedKeys('ProfileResponse'));
    expect(ok(await merchant.api.get(pathOf(merchant, made.profile_id)))).toEqual(made);
    expect(ok(await merchant.api.get(pathOf(merchant)))).toHaveLength(2);
  });

  it('give back what was sent and keep on update what is not sent, webhook details field by field', async () => {
    const merchant = await merchantWith();
    const sent = {
      profile_name: 'second',
      return_url: 'https://acme.example/2',
      session_expiry: 60,
      intent_fulfillment_time: 1800,
      is_auto_retries_enabled: true,
      max_auto_retries_enabled: 2,
      metadata: { a: 1 },
      webhook_details: { webhook_url: 'https://acme.example/hook', webhook_username: 'acme' },
      outgoing_webhook_custom_http_headers: { 'x-shop': 'secret value', 'x-pin': '1234' },
    };
    const made = ok(await merchant.api.post(pathOf(merchant), sent));
    const { webhook_details: _, outgoing_webhook_custom_http_headers: __, ...echoed } = sent;
    expect(made).toMatchObject(echoed);
    expect(made.outgoing_webhook_custom_http_headers).toEqual({ 'x-shop': 'se********ue', 'x-pin': '****' });

    const change = { is_manual_retry_enabled: true, webhook_details: { webhook_url: 'https://acme.example/new' } };
    const updated = ok(await merchant.api.post(pathOf(merchant, made.profile_id), change));
    expect(updated).toEqual({
      ...made,
      is_manual_retry_enabled: true,
      webhook_details: { ...made.webhook_details, webhook_url: 'https://acme.example/new' },
    });
    expect(ok(await merchant.api.get(pathOf(merchant, made.profile_id)))).toEqual(updated);
  });

  it('end the default profile when there is a second one', async () => {
    const merchant = await aMerchant(system);
    const { api, merchantId, profileId } = merchant;
    expect(ok(await api.post('/payments', paymentBody())).profile_id).toBe(profileId);
    ok(await api.post(pathOf(merchant), { profile_name: 'second' }));
    expect(ok(await system.admin.get(`/accounts/${merchantId}`)).default_profile).toBeNull();
    const unnamed = missing('profile_id or business_country, business_label');
    expect(told(await api.post('/payments', paymentBody()))).toEqual(unnamed);
    expect(told(await api.post(`/account/${merchantId}/connectors`, connectorBody('adyen_test')))).toEqual(unnamed);
    expect(ok(await api.post('/payments', paymentBody({ profile_id: profileId }))).profile_id).toBe(profileId);
    expect(ok(await api.post('/payments', paymentBody(), { 'x-profile-id': profileId })).profile_id).toBe(profileId);
    expect(told(await api.post('/payments', paymentBody(), { 'x-profile-id': 'pro_none' }))).toEqual(unauthorized);

    const back = { merchant_id: merchantId, default_profile: profileId };
    expect(ok(await system.admin.post(`/accounts/${merchantId}`, back)).default_profile).toBe(profileId);
    expect(ok(await api.post('/payments', paymentBody())).profile_id).toBe(profileId);
  });

  it('have a name of their own', async () => {
    const merchant = await merchantWith();
    const twice = await merchant.api.post(pathOf(merchant), {});
    expect(twice.status).toBe(400);
    expect(twice.body.error).toEqual({
      type: 'invalid_request',
      code: 'IR_38',
      message: expect.stringMatching(/^Business Profile with the profile_id pro_[0-9A-Za-z]{20} already exists$/),
    });
    expect(ok(await system.admin.get(`/accounts/${merchant.merchantId}`)).default_profile).toBe(merchant.profileId);
  });

  it('are unknown where they are not', async () => {
    const merchant = await merchantWith();
    const unknown = absent('Business profile with the given id pro_none does not exist');
    expect(told(await merchant.api.get(pathOf(merchant, 'pro_none')))).toEqual(unknown);
    expect(told(await merchant.api.post(pathOf(merchant, 'pro_none'), {}))).toEqual(unknown);
    expect(told(await merchant.api.post('/payments', paymentBody({ profile_id: 'pro_none' })))).toEqual(unknown);
  });

  it.each([
    ['session_expiry', 59, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
    ['session_expiry', 7_890_001, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
    ['intent_fulfillment_time', 1801, 'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).'],
  ])('refuse %s of %d', async (field, value, message) => {
    const merchant = await merchantWith();
    const answer = await merchant.api.post(pathOf(merchant), { profile_name: 'p', [field]: value });
    expect(told(answer)).toEqual(notAllowed(message));
  });
});

describe('connector accounts', () => {
  const path = ({ merchantId }: TestMerchant, id = '') => `/account/${merchantId}/connectors${id && `/${id}`}`;
  const type = { payment_method_type: 'credit', card_networks: ['Visa'], minimum_amount: 1, maximum_amount: 68607706 };
  const enabled = [
    {
      payment_method: 'card',
      payment_method_types: [{ ...type, recurring_enabled: true, installment_payment_enabled: false }],
    },
  ];
  const body = (more: object = {}) => ({
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
    payment_methods_enabled: enabled,
    ...more,
  });

  it('show every key, secrets masked', async () => {
    const merchant = await merchantWith();
    const made = ok(await merchant.api.post(path(merchant), body()));
    expect(made).toEqual({
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_label: 'stripe_test_default',
      merchant_connector_id: idLike('mca'),
      profile_id: merchant.profileId,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk*********45' },
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              ...type,
              payment_experience: null,
              accepted_currencies: null,
              accepted_countries: null,
              recurring_enabled: true,
              installment_payment_enabled: false,
            },
          ],
        },
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
    });
    expect(Object.keys(made)).toEqual(publishedKeys('MerchantConnectorResponse'));
    expect(ok(await merchant.api.get(path(merchant, made.merchant_connector_id)))).toEqual(made);
    const listed = ok(await merchant.api.get(path(merchant)));
    expect(Object.keys(listed[0])).toEqual(publishedKeys('MerchantConnectorListResponse'));
    expect(made).toMatchObject(listed[0]);
    expect(JSON.stringify(listed)).not.toContain('sk*');
  });

  it('give back what was sent; a label is the merchant’s, the account’s id is not', async () => {
    const merchant = await merchantWith();
    const sent = {
      connector_label: 'my own',
      test_mode: true,
      metadata: { city: 'NY' },
      connector_webhook_details: { merchant_secret: 'whsec_1234', additional_secret: 'abc' },
      disabled: true,
      profile_id: merchant.profileId,
    };
    const made = ok(await merchant.api.post(path(merchant), body({ ...sent, merchant_connector_id: 'mca_mine' })));
    expect(made).toMatchObject({
      ...sent,
      merchant_connector_id: idLike('mca'),
      connector_webhook_details: { merchant_secret: 'wh******34', additional_secret: '***' },
    });
    expect(
      ok(await merchant.api.post(path(merchant), body({ connector_name: 'adyen_test', status: 'inactive' }))),
    ).toMatchObject({
      status: 'inactive',
      disabled: true,
      connector_label: 'adyen_test_default',
    });
  });

  it('have a label of their own in their profile', async () => {
    const merchant = await merchantWith();
    ok(await merchant.api.post(path(merchant), body()));
    const text =
      `The merchant connector account with the specified profile_id '${merchant.profileId}' and connector_label ` +
      `'stripe_test_default' already exists in our records`;
    expect(told(await merchant.api.post(path(merchant), body()))).toEqual(refusal(400, 'HE_01', text));
    ok(await merchant.api.post(path(merchant), body({ connector_label: 'another' })));
    expect(ok(await merchant.api.get(path(merchant)))).toHaveLength(2);
  });

  it('keep on update what is not sent', async () => {
    const merchant = await merchantWith();
    const made = ok(await merchant.api.post(path(merchant), body({ metadata: { a: 1 } })));
    const change = {
      connector_type: 'payment_processor',
      status: 'active',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_other_98765' },
      test_mode: false,
    };
    const updated = ok(await merchant.api.post(path(merchant, made.merchant_connector_id), change));
    expect(updated).toEqual({
      ...made,
      test_mode: false,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk**********65' },
    });
    expect(ok(await merchant.api.get(path(merchant, made.merchant_connector_id)))).toEqual(updated);
  });

  it('count for the very next payment as they were changed', async () => {
    const merchant = await aMerchant(system);
    const id = merchant.connectors['stripe_test'].merchant_connector_id;
    const update = async (change: object) =>
      ok(
        await merchant.api.post(path(merchant, id), {
          connector_type: 'payment_processor',
          status: 'active',
          ...change,
        }),
      );
    for (let round = 0; round < 5; round += 1) {
      await update({ disabled: true });
      expect(told(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
      expect(told(await merchant.api.post('/payments', paymentBody({ connector: ['stripe_test'] })))).toEqual(
        refusal(400, 'HE_03', 'The selected merchant connector account is disabled'),
      );
      await update({ disabled: false });
      expect(ok(await merchant.api.post('/payments', paymentBody())).status).toBe('succeeded');
    }
    await update({ payment_methods_enabled: [] });
    expect(told(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
  });

  const noAccount = (id: string) => absent('Merchant connector account does not exist in our records', { reason: id });

  it('are unknown where they are not', async () => {
    const merchant = await merchantWith();
    expect(told(await merchant.api.get(path(merchant, 'mca_none')))).toEqual(noAccount('mca_none'));
    const change = { connector_type: 'payment_processor', status: 'active' };
    expect(told(await merchant.api.post(path(merchant, 'mca_none'), change))).toEqual(noAccount('mca_none'));
  });

  const details = (fields: object) => ({ connector_account_details: fields });
  const shape = wrongFormat('connector_account_details', 'auth_type and api_key');
  it.each<[string, object, Told]>([
    ['no credentials', details({}), shape],
    ['credentials without their key', details({ auth_type: 'HeaderKey' }), shape],
    ['an unknown auth_type', details({ auth_type: 'Magic', api_key: 'a' }), shape],
    [
      'an empty key',
      details({ auth_type: 'HeaderKey', api_key: '' }),
      wrongFormat('connector_account_details.api_key', 'a non empty String'),
    ],
    [
      'an auth_type of other connectors',
      details({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' }),
      notAllowed('The auth type is invalid for the connector'),
    ],
    ['another kind of connector', { connector_type: 'payout_processor' }, notAllowed('Invalid connector type given')],
    [
      'active with temporary credentials',
      { ...details({ auth_type: 'TemporaryAuth' }), status: 'active' },
      notAllowed('Connector status cannot be active when using TemporaryAuth'),
    ],
    [
      'enabled while inactive',
      { status: 'inactive', disabled: false },
      notAllowed('Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth'),
    ],
    [
      'an unknown profile',
      { profile_id: 'pro_none' },
      absent('Business profile with the given id pro_none does not exist'),
    ],
  ])('refuse %s', async (_, more, expected) => {
    const merchant = await merchantWith();
    expect(told(await merchant.api.post(path(merchant), body(more)))).toEqual(expected);
    expect(ok(await merchant.api.get(path(merchant)))).toEqual([]);
  });

  it('refuse a connector that there is not', async () => {
    const merchant = await merchantWith();
    const { status, body: said } = await merchant.api.post(path(merchant), body({ connector_name: 'nobody' }));
    expect(status).toBe(400);
    expect(said.error.message).toMatch(/^Json deserialize error: unknown variant `nobody`, expected one of /);
  });

  it('cannot be used for a payment that names none that fits', async () => {
    const merchant = await merchantWith();
    expect(told(await merchant.api.post('/payments', paymentBody()))).toEqual(noConnector);
    expect(told(await merchant.api.post('/payments', paymentBody({ setup_future_usage: 'on_session' })))).toEqual(
      precondition('customer_id is mandatory when setup_future_usage is given'),
    );
  });
});
