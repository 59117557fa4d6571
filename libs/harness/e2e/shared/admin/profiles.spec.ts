import { aMerchant, connectorBody, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import { absent, idLike, missing, notAllowed, publishedKeys, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
const merchantWith = (account: object = {}) => aMerchant(system, { account, connectors: [] });

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

  it('inherit from the account the fields that are not sent', async () => {
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

  it('return the fields that were sent, and retain on update the fields that are not sent, also inside webhook details', async () => {
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

  it('leave no default profile when a second one is created', async () => {
    const merchant = await aMerchant(system);
    const { api, merchantId, profileId } = merchant;
    expect(ok(await api.post('/payments', paymentBody())).profile_id).toBe(profileId);
    ok(await api.post(pathOf(merchant), { profile_name: 'second' }));
    expect(ok(await system.admin.get(`/accounts/${merchantId}`)).default_profile).toBeNull();
    const unnamed = missing('profile_id or business_country, business_label');
    expect(statusAndBody(await api.post('/payments', paymentBody()))).toEqual(unnamed);
    expect(statusAndBody(await api.post(`/account/${merchantId}/connectors`, connectorBody('adyen_test')))).toEqual(
      unnamed,
    );
    expect(ok(await api.post('/payments', paymentBody({ profile_id: profileId }))).profile_id).toBe(profileId);
    expect(ok(await api.post('/payments', paymentBody(), { 'x-profile-id': profileId })).profile_id).toBe(profileId);
    expect(statusAndBody(await api.post('/payments', paymentBody(), { 'x-profile-id': 'pro_none' }))).toEqual(
      unauthorized,
    );

    const back = { merchant_id: merchantId, default_profile: profileId };
    expect(ok(await system.admin.post(`/accounts/${merchantId}`, back)).default_profile).toBe(profileId);
    expect(ok(await api.post('/payments', paymentBody())).profile_id).toBe(profileId);
  });

  it('have a unique name', async () => {
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

  it('are not found under an unknown id', async () => {
    const merchant = await merchantWith();
    const unknown = absent('Business profile with the given id pro_none does not exist');
    expect(statusAndBody(await merchant.api.get(pathOf(merchant, 'pro_none')))).toEqual(unknown);
    expect(statusAndBody(await merchant.api.post(pathOf(merchant, 'pro_none'), {}))).toEqual(unknown);
    expect(statusAndBody(await merchant.api.post('/payments', paymentBody({ profile_id: 'pro_none' })))).toEqual(
      unknown,
    );
  });

  it.each([
    ['session_expiry', 59, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
    ['session_expiry', 7_890_001, 'session_expiry should be between 60(1 min) to 7890000(3 months).'],
    ['intent_fulfillment_time', 1801, 'intent_fulfillment_time should be between 60(1 min) to 1800(30 mins).'],
  ])('refuse %s of %d', async (field, value, message) => {
    const merchant = await merchantWith();
    const answer = await merchant.api.post(pathOf(merchant), { profile_name: 'p', [field]: value });
    expect(statusAndBody(answer)).toEqual(notAllowed(message));
  });
});
