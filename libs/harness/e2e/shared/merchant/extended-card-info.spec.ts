import {
  aMerchant,
  apiAt,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { compactDecrypt } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { noPayment, refusal, statusAndBody, unauthorized, wrongValue } from '../../support/wire';

const system = sharedSystem();
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const public_key = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const nothing = refusal(404, 'IR_27', 'Extended card info does not exist');

const profileOf = ({ merchantId, profileId }: TestMerchant) => `/account/${merchantId}/business_profile/${profileId}`;
const configure = (at: TestMerchant, extended_card_info_config: object | null) =>
  at.api.post(profileOf(at), { extended_card_info_config });
const toggle = (at: TestMerchant, enabled: boolean) =>
  system.admin.post(`${profileOf(at)}/toggle_extended_card_info`, { enabled });
const infoOf = (at: TestMerchant, { payment_id }: Json) => at.api.get(`/payments/${payment_id}/extended_card_info`);

async function decrypted(at: TestMerchant, payment: Json): Promise<Json> {
  const { payload, ...more } = ok(await infoOf(at, payment));
  expect(more).toEqual({});
  const { plaintext } = await compactDecrypt(payload, pair.privateKey);
  return JSON.parse(Buffer.from(plaintext).toString()) as Json;
}

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
  expect(ok(await configure(merchant, { public_key })).extended_card_info_config).toEqual({
    public_key,
    ttl_in_secs: 900,
  });
  ok(await toggle(merchant, true));
});

const visible = {
  card_number: cards.succeeds,
  card_exp_month: '10',
  card_exp_year: '35',
  card_holder_name: 'Joseph Doe',
};

describe('the card of a payment, for a merchant that asks for it', () => {
  it('is there for a payment that is created and confirmed, without its CVC', async () => {
    const payment = ok(await merchant.api.post('/payments', paymentBody()));
    const card = await decrypted(merchant, payment);
    expect(card).toMatchObject(visible);
    expect(Object.keys(card)).toEqual([
      ...['card_number', 'card_exp_month', 'card_exp_year', 'card_holder_name'],
      ...['card_issuer', 'card_network', 'card_type', 'card_issuing_country'],
    ]);
  });

  it('is there for a confirmation by a browser, also of a declined card', async () => {
    const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
    expect(statusAndBody(await infoOf(merchant, payment))).toEqual(nothing);
    const { payment_id, client_secret } = payment;
    const confirmed = await merchant.client.post(`/payments/${payment_id}/confirm`, {
      client_secret,
      ...cardFields(cards.declined),
    });
    expect(ok(confirmed).status).toBe('failed');
    expect(await decrypted(merchant, payment)).toMatchObject({ ...visible, card_number: cards.declined });
  });

  it('is absent after a refused confirmation, and for a payment that does not exist', async () => {
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    const again = await merchant.api.post(`/payments/${paid.payment_id}/confirm`, cardFields(cards.declined));
    expect(again.status).toBe(400);
    expect(await decrypted(merchant, paid)).toMatchObject(visible);
    expect(statusAndBody(await infoOf(merchant, { payment_id: 'pay_none' }))).toEqual(noPayment);
  });

  it('expires with the time of the profile', async () => {
    const brief = await aMerchant(system);
    ok(await configure(brief, { public_key, ttl_in_secs: 1 }));
    ok(await toggle(brief, true));
    const payment = ok(await brief.api.post('/payments', paymentBody()));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(statusAndBody(await infoOf(brief, payment))).toEqual(nothing);
  });

  it.each<[string, boolean, object | null]>([
    ['the operator has not switched it on', false, { public_key }],
    ['the profile has no key', true, null],
    ['the profile stores it for no time', true, { public_key, ttl_in_secs: 0 }],
  ])('is not stored where %s', async (_, enabled, config) => {
    const other = await aMerchant(system);
    ok(await configure(other, config));
    ok(await toggle(other, enabled));
    expect(statusAndBody(await infoOf(other, ok(await other.api.post('/payments', paymentBody()))))).toEqual(nothing);
  });

  const key = ['public_key', 'a public RSA key that can encrypt, as PEM'] as const;
  it.each<[string, object, readonly [string, string]]>([
    ['no key', { public_key: 'x' }, key],
    ['a private key', { public_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }, key],
    ['a time that is too long', { public_key, ttl_in_secs: 7_201 }, ['ttl_in_secs', 'at most 7200']],
  ])('cannot be configured with %s', async (_, config, [field, allowed]) => {
    expect(statusAndBody(await configure(merchant, config))).toEqual(
      wrongValue(`extended_card_info_config.${field}`, allowed),
    );
  });
});

describe('the card of a payment is closed', () => {
  it('to browsers, other merchants, ephemeral keys and the operator', async () => {
    const customer_id = `cus_${Date.now()}`;
    const payment = ok(await merchant.api.post('/payments', paymentBody({ customer_id })));
    const { payment_id, client_secret } = payment;
    const path = `/payments/${payment_id}/extended_card_info`;
    const { secret } = ok(await merchant.api.post('/ephemeral_keys', { customer_id }));
    const by = (key: string) => apiAt(system.baseUrl('gateway'), { 'api-key': key });
    for (const key of [merchant.publishableKey, secret as string, system.adminKey, 'wrong'])
      for (const query of ['', `?client_secret=${client_secret}`])
        expect(statusAndBody(await by(key).get(`${path}${query}`))).toEqual(unauthorized);
    const stranger = await aMerchant(system);
    expect(statusAndBody(await stranger.api.get(path))).toEqual(noPayment);
  });

  it('to another profile of the merchant', async () => {
    const two = await aMerchant(system);
    const other = ok(await two.api.post(`/account/${two.merchantId}/business_profile`, { profile_name: 'second' }));
    ok(await configure(two, { public_key }));
    ok(await toggle(two, true));
    const payment = ok(await two.api.post('/payments', paymentBody({ profile_id: two.profileId })));
    const path = `/payments/${payment.payment_id}/extended_card_info`;
    expect((await two.api.get(path, { 'x-profile-id': two.profileId })).status).toBe(200);
    expect(statusAndBody(await two.api.get(path, { 'x-profile-id': other.profile_id as string }))).toEqual(noPayment);
  });
});
