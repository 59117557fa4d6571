import { aMerchant, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  missing,
  noPayment,
  notAllowed,
  refusal,
  statusAndBody,
  unauthorized,
  unreadable,
  withoutPlace,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;

const cards = { allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'], allowed_card_networks: ['VISA', 'MASTERCARD'] };
const googlePay = {
  merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Acme' },
  allowed_payment_methods: [
    {
      type: 'CARD',
      parameters: cards,
      tokenization_specification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'stripe', 'stripe:version': '2018-10-31', 'stripe:publishableKey': 'pk_test_1' },
      },
    },
  ],
};
const samsungPay = {
  service_id: '49400558c67f4a97b3925f',
  merchant_display_name: 'Acme',
  merchant_business_country: 'DE',
  allowed_brands: ['visa', 'masterCard'],
};
const paze = { client_id: 'P1', client_name: 'Acme', client_profile_id: 'acme-1' };
const enabling = (...types: object[]) => ({
  payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: types }],
});
const sdk = (payment_method_type: string, more: object = {}) => ({
  payment_method_type,
  payment_experience: 'invoke_sdk_client',
  ...more,
});

const account = async (name: string, more: object): Promise<Json> =>
  ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, connectorBody(name, more)));

beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: [] });
  await account('stripe', { metadata: { google_pay: googlePay }, ...enabling(sdk('google_pay'), sdk('apple_pay')) });
});

const created = async (more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', confirm: false, ...more }));
const requestTokens = ({ payment_id, client_secret }: Json, more: object = {}, headers: Record<string, string> = {}) =>
  merchant.client.post('/payments/session_tokens', { payment_id, client_secret, wallets: [], ...more }, headers);
const tokens = async (payment: Json, more: object = {}): Promise<Json[]> =>
  ok(await requestTokens(payment, more)).session_token;

const googlePayToken = {
  wallet_name: 'google_pay',
  merchant_info: googlePay.merchant_info,
  shipping_address_required: false,
  email_required: false,
  shipping_address_parameters: { phone_number_required: false },
  allowed_payment_methods: [
    { ...googlePay.allowed_payment_methods[0], parameters: { ...cards, billing_address_required: false } },
  ],
  transaction_info: {
    country_code: 'DE',
    currency_code: 'USD',
    total_price_status: 'FINAL',
    total_price: '69.90',
  },
  delayed_session_token: false,
  connector: 'stripe',
  sdk_next_action: { next_action: 'confirm' },
  secrets: null,
};

it('the session tokens of a payment contain Google Pay’s parameters, and the payment does not change', async () => {
  const { payment_id, client_secret } = await created({
    shipping_cost: 450,
    billing: { address: { country: 'DE', zip: '10115' } },
  });
  const before = ok(await merchant.api.get(`/payments/${payment_id}`));
  expect(ok(await requestTokens(before))).toEqual({ payment_id, client_secret, session_token: [googlePayToken] });
  expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toEqual(before);
});

it('only requested wallets get session tokens', async () => {
  const payment = await created();
  expect(await tokens(payment, { wallets: ['apple_pay', 'paze'] })).toEqual([]);
  expect(await tokens(payment, { wallets: ['google_pay'] })).toHaveLength(1);
});

describe('with more accounts', () => {
  const names = async (more: object = {}) =>
    (await tokens(await created(more))).map(({ wallet_name, connector }) => [wallet_name, connector]);
  const ofStripe = ['google_pay', 'stripe'];

  it('each wallet with settings at an account gets a session token, without secrets', async () => {
    const tokenization_specification = {
      type: 'DIRECT',
      parameters: { public_key: 'BOd', private_key: 'a-secret-key' },
    };
    const made = await account('adyen_test', {
      ...enabling(sdk('google_pay'), sdk('samsung_pay'), sdk('paze', { maximum_amount: 10_000 })),
      connector_wallets_details: {
        google_pay: {
          provider_details: { merchant_info: { merchant_name: 'Newer', tokenization_specification } },
          cards,
        },
        samsung_pay: { merchant_credentials: samsungPay },
        paze,
      },
    });
    const payment = await created({ amount: 1005, currency: 'KWD', email: 'jo@example.com' });
    const [, newer, ...others] = await tokens(payment);
    expect(newer).toMatchObject({
      merchant_info: { merchant_name: 'Newer' },
      allowed_payment_methods: [{ tokenization_specification: { type: 'DIRECT', parameters: { public_key: 'BOd' } } }],
      transaction_info: { country_code: 'US', currency_code: 'KWD', total_price: '1.005' },
      connector: 'adyen_test',
    });
    expect(others).toEqual([
      {
        wallet_name: 'samsung_pay',
        version: '2',
        service_id: samsungPay.service_id,
        order_number: payment.payment_id.replaceAll('_', '-'),
        merchant: { name: 'Acme', url: null, country_code: 'DE' },
        amount: { option: 'FORMAT_TOTAL_PRICE_ONLY', currency_code: 'KWD', total: '1.005' },
        protocol: 'PROTOCOL3DS',
        allowed_brands: ['visa', 'masterCard'],
        billing_address_required: false,
        shipping_address_required: false,
      },
      {
        wallet_name: 'paze',
        ...paze,
        transaction_currency_code: 'KWD',
        transaction_amount: '1.005',
        email_address: 'jo@example.com',
      },
    ]);
    expect((await requestTokens(payment)).text).not.toContain('secret-key');
    expect(await names({ amount: 10_001 })).toEqual([
      ofStripe,
      ['google_pay', 'adyen_test'],
      ['samsung_pay', undefined],
    ]);
    const path = `/account/${merchant.merchantId}/connectors/${made.merchant_connector_id}`;
    ok(await merchant.api.post(path, { connector_type: 'payment_processor', status: 'active', disabled: true }));
    expect(await names()).toEqual([ofStripe]);
  });

  it('an account with unusable wallet settings or a redirecting wallet gets no session token', async () => {
    await account('phonypay', { metadata: { google_pay: { merchant_info: {} } }, ...enabling(sdk('google_pay')) });
    await account('fauxpay', {
      metadata: { google_pay: googlePay },
      ...enabling({ payment_method_type: 'google_pay', payment_experience: 'redirect_to_url' }),
    });
    await account('pretendpay', { metadata: { google_pay: googlePay } });
    expect(await names()).toEqual([ofStripe]);
    expect(system.logs('gateway')).toContain('unusable wallet settings');
  });

  it('accounts of another profile are not used', async () => {
    const base = `/account/${merchant.merchantId}/business_profile`;
    const always = { always_collect_shipping_details_from_wallet_connector: true };
    const { profile_id } = ok(await merchant.api.post(base, { profile_name: 'second', ...always }));
    const of = { profile_id: merchant.profileId };
    expect(await names({ profile_id })).toEqual([]);
    await account('stripe', { profile_id, metadata: { google_pay: googlePay }, ...enabling(sdk('google_pay')) });
    expect(await names({ profile_id })).toEqual([ofStripe]);
    expect(await names(of)).toEqual([ofStripe]);
    const [token] = await tokens(await created({ profile_id }));
    expect([token.shipping_address_required, token.email_required]).toEqual([true, true]);
  });
});

describe('the caller of session tokens', () => {
  it('is a client with the unexpired client secret of this payment', async () => {
    const payment = await created({ session_expiry: 60, profile_id: merchant.profileId });
    const { payment_id, client_secret } = payment;
    const other = await created({ profile_id: merchant.profileId });
    const invalid = 'The client_secret provided does not match the client_secret associated with the Payment';
    expect(statusAndBody(await requestTokens(payment, { client_secret: other.client_secret }))).toEqual(
      refusal(400, 'IR_09', invalid),
    );
    expect(statusAndBody(await requestTokens(payment, { client_secret: null }))).toEqual(missing('client_secret'));
    expect(statusAndBody(await requestTokens({ payment_id: 'pay_none', client_secret }))).toEqual(noPayment);
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment_id}'`);
    expect(statusAndBody(await requestTokens(payment))).toEqual(
      refusal(400, 'IR_08', 'The provided client_secret has expired'),
    );
  });

  it('is neither the merchant’s server nor a caller without a key', async () => {
    const { payment_id, client_secret } = await created({ profile_id: merchant.profileId });
    const body = { payment_id, wallets: [] };
    const path = '/payments/session_tokens';
    expect(statusAndBody(await merchant.api.post(path, body))).toEqual(unauthorized);
    expect(statusAndBody(await merchant.api.post(path, { ...body, client_secret }))).toEqual(
      notAllowed('client_secret is not a valid parameter'),
    );
    expect(statusAndBody(await system.api.post(path, { ...body, client_secret }))).toEqual(missing('api_key'));
    const wrong = { 'api-key': `pk_dev_${'0'.repeat(32)}` };
    expect(statusAndBody(await system.api.post(path, { ...body, client_secret }, wrong))).toEqual(unauthorized);
  });
});

it('an unknown wallet and credentials in the request are refused', async () => {
  const payment = await created({ profile_id: merchant.profileId });
  const { status, body } = withoutPlace(await requestTokens(payment, { wallets: ['applepay'] }));
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringContaining('Json deserialize error: unknown variant `applepay`'),
  ]);
  expect(withoutPlace(await requestTokens(payment, { wallets: undefined }))).toEqual(
    unreadable('Json deserialize error: missing field `wallets`'),
  );
  const inline = { merchant_connector_details: { creds_identifier: 'x' } };
  expect(statusAndBody(await requestTokens(payment, inline))).toEqual(
    refusal(501, 'IR_00', 'merchant_connector_details is not implemented'),
  );
});

it('a request with an idempotency key is replayed', async () => {
  const payment = await created({ profile_id: merchant.profileId });
  const send = (more: object = {}) => requestTokens(payment, more, { 'idempotency-key': payment.payment_id });
  const [first, again, other] = [await send(), await send(), await send({ wallets: ['paze'] })];
  expect(ok(first).session_token).not.toEqual([]);
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  expect([other.status, other.body.error.code]).toEqual([422, 'IR_06']);
});
