import { applePaySession, browserWallets, probeOf, walletData, walletRequests, withTotal } from './wallets';

const page = { host: 'pay.acme.example', isTestMode: true, totalLabel: 'Acme' };
const googlePay = {
  wallet_name: 'google_pay',
  merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Acme Shoes' },
  allowed_payment_methods: [
    {
      type: 'CARD',
      parameters: {
        allowed_auth_methods: ['PAN_ONLY'],
        allowed_card_networks: ['VISA'],
        assurance_details_required: null,
      },
      tokenization_specification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'stripe', 'stripe:publishableKey': 'pk_test_1' },
      },
    },
  ],
  transaction_info: { country_code: 'DE', currency_code: 'EUR', total_price_status: 'FINAL', total_price: '65.40' },
};
const session = { domainName: page.host, nonce: 'n1' };
const applePay = {
  wallet_name: 'apple_pay',
  session_token_data: session,
  payment_request_data: {
    country_code: 'FR',
    currency_code: 'EUR',
    total: { label: 'Acme', type: 'final', amount: '65.40' },
    merchant_capabilities: ['supports3DS'],
    supported_networks: ['visa'],
    merchant_identifier: 'merchant.acme',
    required_billing_contact_fields: null,
  },
};
const sessions = (...session_token: readonly object[]) => ({ session_token });

describe('what opens a wallet', () => {
  it('Google Pay has the parameters of the session under Google’s names, and the total of the payment', () => {
    expect(walletRequests(sessions(googlePay), page)).toEqual([
      {
        wallet: 'google_pay',
        method: {
          supportedMethods: 'https://google.com/pay',
          data: {
            environment: 'TEST',
            apiVersion: 2,
            apiVersionMinor: 0,
            merchantInfo: { merchantId: 'BCR2DN4T', merchantName: 'Acme Shoes' },
            allowedPaymentMethods: [
              {
                type: 'CARD',
                parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['VISA'] },
                tokenizationSpecification: {
                  type: 'PAYMENT_GATEWAY',
                  parameters: { gateway: 'stripe', 'stripe:publishableKey': 'pk_test_1' },
                },
              },
            ],
            transactionInfo: { countryCode: 'DE', currencyCode: 'EUR', totalPriceStatus: 'FINAL', totalPrice: '65.40' },
          },
        },
        total: { label: 'Acme Shoes', amount: { currency: 'EUR', value: '65.40' } },
      },
    ]);
  });

  it('only a page that is not in test mode opens the real Google Pay', () => {
    const [request] = walletRequests(sessions(googlePay), { ...page, isTestMode: false });
    expect(request!.method.data).toMatchObject({ environment: 'PRODUCTION' });
  });

  it('Apple Pay has the request of the session', () => {
    expect(walletRequests(sessions(applePay), page)).toEqual([
      {
        wallet: 'apple_pay',
        method: {
          supportedMethods: 'https://apple.com/apple-pay',
          data: {
            version: 3,
            merchantIdentifier: 'merchant.acme',
            countryCode: 'FR',
            merchantCapabilities: ['supports3DS'],
            supportedNetworks: ['visa'],
            requiredBillingContactFields: [],
          },
        },
        total: { label: 'Acme', amount: { currency: 'EUR', value: '65.40' } },
      },
    ]);
    expect(applePaySession(sessions(googlePay, applePay))).toEqual(session);
  });

  it.each([
    ['no session', {}],
    ['an unreadable answer', null],
    ['Google Pay without payment methods', sessions({ ...googlePay, allowed_payment_methods: [] })],
    ['Google Pay without a total', sessions({ ...googlePay, transaction_info: {} })],
    ['Apple Pay for another site', sessions({ ...applePay, session_token_data: { domainName: 'shop.acme.example' } })],
    ['Apple Pay for an app, which has no session', sessions({ ...applePay, session_token_data: null })],
    ['Apple Pay without a request', sessions({ ...applePay, payment_request_data: null })],
    ['a wallet that browsers do not open', sessions({ wallet_name: 'paze' })],
  ])('%s opens nothing', (_, answer) => expect(walletRequests(answer, page)).toEqual([]));
});

describe('what a wallet has approved', () => {
  const paymentMethodData = {
    type: 'CARD',
    description: 'Visa •••• 1111',
    info: { cardNetwork: 'VISA', cardDetails: '1111' },
    tokenizationData: { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_1"}' },
  };

  it('Google Pay’s data have the names of the interface', () => {
    expect(walletData('google_pay', { apiVersion: 2, paymentMethodData })).toEqual({
      wallet: {
        google_pay: {
          type: 'CARD',
          description: 'Visa •••• 1111',
          info: { card_network: 'VISA', card_details: '1111' },
          tokenization_data: { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_1"}' },
        },
      },
    });
  });

  it('assurances and a billing address of Google Pay are passed on', () => {
    const info = {
      ...paymentMethodData.info,
      assuranceDetails: { cardHolderAuthenticated: true, accountVerified: false },
      billingAddress: {
        name: 'Ada  King Lovelace',
        address1: 'Main St 1',
        address2: '',
        locality: 'Berlin',
        administrativeArea: 'BE',
        postalCode: '10115',
        countryCode: 'DE',
      },
    };
    expect(walletData('google_pay', { paymentMethodData: { ...paymentMethodData, info } })).toMatchObject({
      wallet: {
        google_pay: { info: { assurance_details: { card_holder_authenticated: true, account_verified: false } } },
      },
      billing: {
        address: {
          first_name: 'Ada King',
          last_name: 'Lovelace',
          line1: 'Main St 1',
          city: 'Berlin',
          state: 'BE',
          zip: '10115',
          country: 'DE',
        },
      },
    });
  });

  it('Apple Pay’s token is base64 of its data', () => {
    const token = {
      paymentData: { version: 'EC_v1', data: 'é' },
      paymentMethod: { displayName: 'Visa 1111', network: 'Visa', type: 'debit' },
      transactionIdentifier: 'abc',
    };
    const billingContact = {
      givenName: 'Ada',
      familyName: 'Lovelace',
      addressLines: ['Main St 1', 'Floor 2'],
      locality: 'Berlin',
      postalCode: '10115',
      countryCode: 'de',
    };
    expect(walletData('apple_pay', { token, billingContact })).toEqual({
      wallet: {
        apple_pay: {
          payment_data: Buffer.from('{"version":"EC_v1","data":"é"}').toString('base64'),
          payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
          transaction_identifier: 'abc',
        },
      },
      billing: {
        address: {
          first_name: 'Ada',
          last_name: 'Lovelace',
          line1: 'Main St 1',
          line2: 'Floor 2',
          city: 'Berlin',
          zip: '10115',
          country: 'DE',
        },
      },
    });
    expect(walletData('apple_pay', { token })).not.toHaveProperty('billing');
  });
});

describe('the sum of a wallet', () => {
  it.each([
    ['Google Pay', googlePay, { transactionInfo: { currencyCode: 'EUR', totalPrice: '70.00', countryCode: 'DE' } }],
    ['Apple Pay', applePay, { version: 3, merchantIdentifier: 'merchant.acme' }],
  ])('%s shows the sum of the page, not that of its session', (_, token, data) => {
    const [request] = walletRequests(sessions(token), page);
    expect(withTotal(request!, { currency: 'EUR', value: '70.00' })).toMatchObject({
      total: { label: request!.total.label, amount: { currency: 'EUR', value: '70.00' } },
      method: { supportedMethods: request!.method.supportedMethods, data },
    });
  });
});

it.each(browserWallets)('a browser can say before there is a session whether it knows %s', (wallet) => {
  const tokens = sessions(googlePay, applePay);
  const request = walletRequests(tokens, page).find((one) => one.wallet === wallet);
  expect(probeOf(wallet).supportedMethods).toBe(request?.method.supportedMethods);
});
