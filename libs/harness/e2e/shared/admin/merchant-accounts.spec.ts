import { aMerchant, connectorBody, ok, paymentBody, sharedSystem, type Json } from '@payorch/harness';
import {
  absent,
  idLike,
  missing,
  publishedKeys,
  refusal,
  statusAndBody,
  unreadable,
  withoutPlace,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
let count = 0;
const newId = (stem: string) => `${stem}_${++count}`;
const noMerchant = absent('Merchant account does not exist in our records');
const merchantWith = (account: object = {}) => aMerchant(system, { account, connectors: [] });

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
    product_type: 'orchestration',
    merchant_account_type: 'standard',
    network_tokenization_credentials: null,
  });

  it('require only an id', async () => {
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

  it('return the fields that were sent, and all keys of webhook details and contacts', async () => {
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

  it('retain on update the fields that are not sent; the path selects the account', async () => {
    const merchantId = newId('updated');
    const made = ok(
      await system.admin.post('/accounts', { merchant_id: merchantId, ...details, webhook_details: webhooks }),
    );
    const changed = {
      merchant_id: 'another_merchant',
      merchant_name: 'Acme & Sons',
      return_url: 'https://acme.example/2',
    };
    const updated = ok(await system.admin.post(`/accounts/${merchantId}`, changed));
    expect(updated).toEqual({ ...made, merchant_name: changed.merchant_name, return_url: changed.return_url });
    expect(ok(await system.admin.get(`/accounts/${merchantId}`))).toEqual(updated);
    expect(statusAndBody(await system.admin.get('/accounts/another_merchant'))).toEqual(noMerchant);
  });

  it('get a profile for each business, and then have no default profile', async () => {
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
    expect(statusAndBody(await api.post('/payments', paymentBody()))).toEqual(
      missing('profile_id or business_country, business_label'),
    );
  });

  it('have unique ids, and are not found under an unknown id', async () => {
    const merchantId = newId('twice');
    const first = ok(await system.admin.post('/accounts', { merchant_id: merchantId }));
    expect(
      statusAndBody(await system.admin.post('/accounts', { merchant_id: merchantId, merchant_name: 'Other' })),
    ).toEqual(refusal(400, 'HE_01', 'The merchant account with the specified details already exists in our records'));
    expect(ok(await system.admin.get(`/accounts/${merchantId}`))).toEqual(first);
    expect(statusAndBody(await system.admin.get('/accounts/unknown'))).toEqual(noMerchant);
    expect(statusAndBody(await system.admin.post('/accounts/unknown', { merchant_id: 'unknown' }))).toEqual(noMerchant);
  });

  it.each<[string, object, StatusAndBody]>([
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
      unreadable('Json deserialize error: merchant_id must be at most 64 characters long. Received 65 characters'),
    ],
    [
      'an id with a blank',
      { merchant_id: 'a b' },
      unreadable('Json deserialize error: value `a b` contains invalid character ` `'),
    ],
  ])('refuse %s', async (_, more, expected) => {
    const answer = withoutPlace(await system.admin.post('/accounts', { merchant_id: newId('bad'), ...more }));
    const { message, ...error } = expected.body.error;
    // A long list of names may follow.
    const found = String(answer.body.error.message).slice(0, message.length);
    expect({ ...answer, body: { error: { ...answer.body.error, message: found } } }).toEqual({
      status: expected.status,
      body: { error: { ...error, message } },
    });
  });
});
