import type { JsonObject, PaymentForSession } from '@payorch/contracts';
import type { Currency, ProfileId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { faultsOf } from '../../../test/published-shape';
import { googlePay, walletsDetails } from '../../../test/wallets';
import { publicWalletDetails } from '../../accounts/domain/connectors/wallet-details';
import { needsValidation, sessionFor, walletToken, type Collected, type WalletAccount } from './wallet-tokens';

const payment: PaymentForSession = {
  profileId: 'pro_1' as ProfileId,
  money: money(6540n, 'USD'),
  captureMethod: null,
  country: 'DE',
  email: 'jo@example.com',
};
const session = (change: Partial<PaymentForSession> = {}, profile: Collected = {}) =>
  sessionFor('pay_a_1', { ...payment, ...change }, profile);
const always: Collected = {
  always_collect_billing_details_from_wallet_connector: true,
  always_collect_shipping_details_from_wallet_connector: true,
};

const byMetadata = (google_pay: JsonObject | null): WalletAccount => ({
  connectorName: 'stripe',
  details: { metadata: { google_pay } },
  publicWalletDetails: null,
});
const byDetails = (sent: JsonObject): WalletAccount => ({
  ...byMetadata(null),
  publicWalletDetails: publicWalletDetails(sent),
});
const [method] = googlePay.allowed_payment_methods;

describe('google_pay', () => {
  const ofMetadata = {
    wallet_name: 'google_pay',
    merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Acme' },
    shipping_address_required: false,
    email_required: false,
    shipping_address_parameters: { phone_number_required: false },
    allowed_payment_methods: [{ ...method, parameters: { ...method!.parameters, billing_address_required: false } }],
    transaction_info: {
      country_code: 'DE',
      currency_code: 'USD',
      total_price_status: 'FINAL',
      total_price: '65.40',
    },
    delayed_session_token: false,
    connector: 'stripe',
    sdk_next_action: { next_action: 'confirm' },
    secrets: null,
  };

  it("the session combines the account's metadata with the payment's amount", () =>
    expect(walletToken('google_pay', byMetadata(googlePay), session())).toEqual(ofMetadata));

  it('wallet details take precedence over metadata', () =>
    expect(
      walletToken('google_pay', { ...byMetadata({ no: 'form' }), ...byDetails(walletsDetails) }, session()),
    ).toEqual({
      ...ofMetadata,
      allowed_payment_methods: [
        {
          type: 'CARD',
          parameters: { ...method!.parameters, billing_address_required: false },
          tokenization_specification: { type: 'DIRECT', parameters: { public_key: 'BOd' } },
        },
      ],
    }));

  it("the profile's settings require customer details", () => {
    const billing = { phone_number_required: true, format: 'FULL' };
    const parameters = { ...method!.parameters, billing_address_required: true, billing_address_parameters: billing };
    expect(walletToken('google_pay', byMetadata(googlePay), session({}, always))).toEqual({
      ...ofMetadata,
      shipping_address_required: true,
      email_required: true,
      shipping_address_parameters: { phone_number_required: true },
      allowed_payment_methods: [{ ...method, parameters }],
    });
  });

  it("the account's own settings apply whatever the profile", () => {
    const billing = { phone_number_required: false, format: 'MIN' };
    const parameters = { ...method!.parameters, billing_address_required: true, billing_address_parameters: billing };
    const settings = { ...googlePay, allowed_payment_methods: [{ ...method!, parameters }] };
    expect(walletToken('google_pay', byMetadata(settings), session())).toMatchObject({
      allowed_payment_methods: [{ parameters }],
    });
  });

  it('the country has a default', () =>
    expect(walletToken('google_pay', byMetadata(googlePay), session({ country: null }))).toMatchObject({
      transaction_info: { country_code: 'US' },
    }));
});

const samsungPay = {
  wallet_name: 'samsung_pay',
  version: '2',
  service_id: '49400558c67f4a97b3925f',
  order_number: 'pay-a-1',
  merchant: { name: 'Acme', url: null, country_code: 'US' },
  amount: { option: 'FORMAT_TOTAL_PRICE_ONLY', currency_code: 'USD', total: '65.40' },
  protocol: 'PROTOCOL3DS',
  allowed_brands: ['visa', 'masterCard'],
  billing_address_required: false,
  shipping_address_required: false,
};

it.each<[object, Collected]>([
  [samsungPay, {}],
  [{ ...samsungPay, billing_address_required: true, shipping_address_required: true }, always],
])('samsung_pay is %j for the profile %j', (expected, profile) =>
  expect(walletToken('samsung_pay', byDetails(walletsDetails), session({}, profile))).toEqual(expected),
);

it.each(['jo@example.com', null])("a paze session has the customer's email %s", (email) =>
  expect(walletToken('paze', byDetails(walletsDetails), session({ email }))).toEqual({
    wallet_name: 'paze',
    client_id: 'P1',
    client_name: 'Acme',
    client_profile_id: 'acme-1',
    transaction_currency_code: 'USD',
    transaction_amount: '65.40',
    email_address: email,
  }),
);

describe('apple_pay', () => {
  const { manual } = walletsDetails.apple_pay_combined;
  const withSession = (change: object) =>
    byDetails({
      apple_pay: { ...manual, session_token_data: { ...manual.session_token_data, ...change } },
    } as JsonObject);
  const applePay = {
    wallet_name: 'apple_pay',
    session_token_data: null,
    payment_request_data: {
      country_code: 'FR',
      currency_code: 'USD',
      total: { label: 'Acme', type: 'final', amount: '65.40' },
      merchant_capabilities: ['supports3DS'],
      supported_networks: ['visa'],
      merchant_identifier: 'merchant.acme',
      required_billing_contact_fields: null,
      required_shipping_contact_fields: null,
      recurring_payment_request: null,
    },
    connector: 'stripe',
    delayed_session_token: false,
    sdk_next_action: { next_action: 'confirm' },
    connector_reference_id: null,
    connector_sdk_public_key: null,
    connector_merchant_id: null,
  };

  it('the session has the request of the payment, and no certificate', () =>
    expect(walletToken('apple_pay', byDetails(walletsDetails), session())).toEqual(applePay));

  it("the profile's settings require customer details", () =>
    expect(walletToken('apple_pay', byDetails(walletsDetails), session({}, always))).toMatchObject({
      payment_request_data: {
        required_billing_contact_fields: ['postalAddress'],
        required_shipping_contact_fields: ['postalAddress', 'phone', 'email'],
      },
    }));

  it('the country of the payment serves where the settings have none', () => {
    const account = withSession({ merchant_business_country: null });
    expect(walletToken('apple_pay', account, session())).toMatchObject({
      payment_request_data: { country_code: 'DE' },
    });
    expect(walletToken('apple_pay', account, session({ country: null }))).toBeNull();
  });

  it('the request is the same for a browser, whose shop must also be validated', () => {
    const inBrowser = withSession({ initiative: 'web' });
    expect(walletToken('apple_pay', inBrowser, session())).toEqual(applePay);
    expect(needsValidation('apple_pay', inBrowser)).toBe(true);
    expect(needsValidation('apple_pay', byDetails(walletsDetails))).toBe(false);
    expect(needsValidation('google_pay', inBrowser)).toBe(false);
  });
});

describe.each(['google_pay', 'samsung_pay', 'paze', 'apple_pay'] as const)('%s', (wallet) => {
  it('the session fits the published schema', () =>
    expect(faultsOf('SessionToken', walletToken(wallet, byDetails(walletsDetails), session())!)).toEqual([]));

  it.each<[Currency, bigint, string]>([
    ['JPY', 6540n, '6540'],
    ['KWD', 6540n, '6.540'],
    ['EUR', 5n, '0.05'],
  ])('%s has its own decimals: %i is %s', (currency, amount, text) =>
    expect(
      JSON.stringify(walletToken(wallet, byDetails(walletsDetails), session({ money: money(amount, currency) }))),
    ).toContain(`"${text}"`),
  );

  it('an account without settings has no session', () =>
    expect(walletToken(wallet, byMetadata(null), session())).toBeUndefined());

  it('unusable settings differ from absent ones', () =>
    expect(walletToken(wallet, byDetails({ [wallet]: { a: 1 } }), session())).toBeNull());
});

describe('paypal', () => {
  const account = (connectorName: string, paypal_sdk: JsonObject | null): WalletAccount => ({
    ...byMetadata(null),
    connectorName,
    details: { metadata: { paypal_sdk } },
  });
  const shop = account('paypal_test', { client_id: 'shop-1' });

  it.each<[PaymentForSession['captureMethod'], string]>([
    [null, 'capture'],
    ['automatic', 'capture'],
    ['manual', 'authorize'],
    ['manual_multiple', 'authorize'],
  ])('with the capture method %s, the session is for an order to %s', (captureMethod, intent) => {
    const made = walletToken('paypal', shop, session({ captureMethod }));
    expect(made).toEqual({
      wallet_name: 'paypal',
      connector: 'paypal_test',
      session_token: 'shop-1',
      sdk_next_action: { next_action: 'post_session_tokens' },
      client_token: null,
      transaction_info: { flow: 'checkout', currency_code: 'USD', total_price: '65.40' },
      data_user_id_token: null,
      currency: 'USD',
      intent,
    });
    expect(faultsOf('SessionToken', made!)).toEqual([]);
  });

  it('an amount of zero has no session', () =>
    expect(walletToken('paypal', shop, session({ money: money(0n, 'USD') }))).toBeUndefined());

  it.each<[string, WalletAccount, object | null | undefined]>([
    [
      'the other place of the id',
      account('paypal_test', { data: { client_id: 'shop-2' } }),
      { session_token: 'shop-2' },
    ],
    ['no settings', account('paypal_test', null), undefined],
    ['no id', account('paypal_test', { client: 'shop-1' }), null],
    ['an empty id', account('paypal_test', { client_id: '' }), null],
    ['a connector without orders', account('stripe_test', { client_id: 'shop-1' }), undefined],
  ])('%s', (_, one, expected) => {
    const made = walletToken('paypal', one, session());
    if (expected) expect(made).toMatchObject(expected);
    else expect(made).toBe(expected);
  });
});

it('unusable wallet details do not fall back to metadata', () => {
  const account = { ...byMetadata(googlePay), publicWalletDetails: publicWalletDetails({ google_pay: {} }) };
  expect(walletToken('google_pay', account, session())).toBeNull();
});

it('a wallet whose surcharge the rules decide has its own total, and no other wallet has it', () => {
  const given = session({ walletTotals: { google_pay: money(6754n, 'USD') } });
  expect(walletToken('google_pay', byMetadata(googlePay), given)).toMatchObject({
    transaction_info: { total_price: '67.54' },
  });
  expect(walletToken('samsung_pay', byDetails(walletsDetails), given)).toMatchObject({ amount: { total: '65.40' } });
});
