import { aMerchant, connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  missing,
  noPayment,
  notAllowed,
  publishedKeys,
  refusal,
  statusAndBody,
  unauthorized,
  wrongValue,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;

const only = (...list: string[]) => ({ type: 'enable_only', list });
const type = (payment_method_type: string, more: object = {}) => ({ payment_method_type, ...more });
const enabling = (payment_method: string, ...payment_method_types: object[]) => ({
  payment_method,
  payment_method_types,
});
const account = async (name: string, ...payment_methods_enabled: object[]): Promise<Json> =>
  ok(
    await merchant.api.post(
      `/account/${merchant.merchantId}/connectors`,
      connectorBody(name, { profile_id: merchant.profileId, payment_methods_enabled }),
    ),
  );

beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: [], account: { return_url: 'https://acme.example/done' } });
  await account(
    'stripe_test',
    enabling('card', type('credit', { card_networks: ['Visa'], maximum_amount: 10_000 }), type('debit')),
  );
  await account(
    'stripe',
    enabling('card', type('credit', { card_networks: ['Visa', 'Mastercard'], recurring_enabled: true })),
    enabling('wallet', type('google_pay', { payment_experience: 'invoke_sdk_client' })),
    enabling('bank_redirect', type('ideal', { accepted_countries: only('NL') }), type('eps')),
    enabling('bank_debit', type('sepa', { accepted_currencies: only('EUR') })),
  );
});

const created = async (more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', { amount: 6540, currency: 'EUR', confirm: false, ...more }));
const asClient = (client_secret: string, query: Record<string, string> = {}, path = '/account/payment_methods') =>
  merchant.client.get(`${path}?${new URLSearchParams({ client_secret, ...query }).toString()}`);
const listFor = async (payment: Json, query: Record<string, string> = {}): Promise<Json> =>
  ok(await asClient(payment.client_secret as string, query));

/** `credit: stripe_test stripe` for each listed type. */
const connectorsIn = ({ payment_methods }: Json): string[] =>
  (payment_methods as Json[]).flatMap(({ payment_method_types }) =>
    (payment_method_types as Json[]).map((one) => {
      const parts = [
        ...(one.card_networks ?? []),
        ...(one.payment_experience ?? []),
        ...(one.bank_names ?? []),
      ] as Json[];
      const found = [...parts, one.bank_debits ?? {}].flatMap(
        ({ eligible_connectors = [] }) => eligible_connectors as string[],
      );
      return `${one.payment_method_type}: ${[...new Set(found)].join(' ')}`;
    }),
  );
const typeIn = ({ payment_methods }: Json, name: string): Json =>
  (payment_methods as Json[])
    .flatMap((method) => method.payment_method_types as Json[])
    .find((one) => one.payment_method_type === name) as Json;

describe('the list of a payment', () => {
  it('has the keys of the interface, and what the payment decides', async () => {
    const payment = await created({ customer_id: 'cus_list', email: 'jo@example.com', metadata: { order: '7' } });
    const list = await listFor(payment);
    expect(Object.keys(list)).toEqual(publishedKeys('PaymentMethodListResponse'));
    expect(Object.keys(list.intent_data)).toEqual(publishedKeys('PaymentMethodListIntentData'));
    expect(list).toMatchObject({
      redirect_url: 'https://acme.example/done',
      currency: 'EUR',
      merchant_name: 'Test merchant',
      payment_type: 'normal',
      mandate_payment: null,
      is_guest_customer: false,
      is_tax_calculation_enabled: false,
      collect_shipping_details_from_wallets: false,
      collect_billing_details_from_wallets: false,
      sdk_next_action: { next_action: 'confirm', should_block_confirm: false },
    });
    const { payment_id, client_secret, profile_id, expires_on } = payment;
    expect(list.intent_data).toMatchObject({ payment_id, client_secret, profile_id, expires_on, amount: 6540 });
    expect(list.intent_data).toMatchObject({ status: 'requires_payment_method', metadata: null });
  });

  it('joins the types and networks of all accounts', async () => {
    const list = await listFor(await created());
    expect(connectorsIn(list)).toEqual([
      ...['credit: stripe_test stripe', 'debit: stripe_test', 'google_pay: stripe'],
      ...['ideal: stripe', 'eps: stripe', 'sepa: stripe'],
    ]);
    expect(Object.keys(typeIn(list, 'credit'))).toEqual(publishedKeys('ResponsePaymentMethodTypes'));
    expect(typeIn(list, 'credit').card_networks).toEqual([
      { card_network: 'Visa', surcharge_details: null, eligible_connectors: ['stripe_test', 'stripe'] },
      { card_network: 'Mastercard', surcharge_details: null, eligible_connectors: ['stripe'] },
    ]);
    expect(typeIn(list, 'ideal').bank_names[0].bank_name).toContain('rabobank');
  });

  it.each<[string, object, string[]]>([
    [
      'another currency',
      { currency: 'USD' },
      ['credit: stripe_test stripe', 'debit: stripe_test', 'google_pay: stripe'],
    ],
    [
      'another country',
      { billing: { address: { country: 'DE' } } },
      [...['credit: stripe_test stripe', 'debit: stripe_test', 'google_pay: stripe'], ...['sepa: stripe']],
    ],
    [
      'an amount above the limit of an account',
      { amount: 10_001, currency: 'USD' },
      ['debit: stripe_test', 'credit: stripe', 'google_pay: stripe'],
    ],
    [
      'a manual capture',
      { capture_method: 'manual' },
      ['credit: stripe_test stripe', 'debit: stripe_test', 'google_pay: stripe'],
    ],
    [
      'a payment method that is saved for later',
      { setup_future_usage: 'off_session', customer_id: 'cus_list' },
      ['credit: stripe', 'google_pay: stripe', 'ideal: stripe', 'sepa: stripe'],
    ],
    ['types that the merchant allows', { allowed_payment_method_types: ['ideal'] }, ['ideal: stripe']],
  ])('is limited by %s', async (_, more, expected) =>
    expect(connectorsIn(await listFor(await created(more)))).toEqual(expected),
  );

  it.each<[object, string]>([
    [{ setup_future_usage: 'off_session', customer_id: 'cus_list' }, 'new_mandate'],
    [{ amount: 0, setup_future_usage: 'off_session', customer_id: 'cus_list' }, 'setup_mandate'],
    [{ setup_future_usage: 'on_session', customer_id: 'cus_list' }, 'normal'],
  ])('of %j is of the type %s', async (more, expected) =>
    expect((await listFor(await created(more))).payment_type).toBe(expected),
  );

  it('has the required fields of every eligible connector, with the known values', async () => {
    const billing = { address: { first_name: 'Jo', country: 'NL' }, email: 'jo@example.com' };
    const list = await listFor(await created({ billing }));
    const values = (name: string) =>
      Object.fromEntries(
        Object.entries(typeIn(list, name).required_fields as Record<string, Json>).map(([field, { value }]) => [
          field,
          value,
        ]),
      );
    expect(values('sepa')).toEqual({
      'billing.address.first_name': 'Jo',
      'billing.address.last_name': null,
      'billing.email': 'jo@example.com',
      'payment_method_data.bank_debit.sepa_bank_debit.iban': null,
    });
    expect(typeIn(list, 'credit').required_fields['payment_method_data.card.card_number']).toEqual({
      required_field: 'payment_method_data.card.card_number',
      display_name: 'card_number',
      field_type: 'user_card_number',
      value: null,
    });
    expect(typeIn(list, 'google_pay').required_fields).toEqual({});
  });

  it('is narrowed by the query, and has one more address', async () => {
    const payment = await created();
    expect(connectorsIn(await listFor(payment, { recurring_enabled: 'false' }))).toEqual([
      ...['credit: stripe_test', 'debit: stripe_test', 'eps: stripe'],
    ]);
    expect(connectorsIn(await listFor(payment, { card_networks: 'Mastercard', limit: '1' }))).toEqual([
      'debit: stripe_test',
    ]);
    const list = (await asClient(payment.client_secret as string)).text;
    expect((await asClient(payment.client_secret as string, {}, '/payment_methods')).text).toBe(list);
  });
});

describe('the list of a merchant', () => {
  const list = async (query = ''): Promise<Json> => ok(await merchant.api.get(`/account/payment_methods${query}`));

  it('has every type of every account, and no payment', async () => {
    const whole = await list();
    expect(connectorsIn(whole)).toHaveLength(6);
    expect(whole).toMatchObject({ currency: null, payment_type: null, intent_data: null, is_guest_customer: false });
    expect(ok(await merchant.api.get('/payment_methods'))).toEqual(whole);
  });

  it.each([
    ['?accepted_currencies=USD&accepted_currencies=JPY', 3],
    ['?accepted_countries=DE', 4],
    ['?amount=10001', 6],
    ['?limit=2', 2],
    ['?installment_payment_enabled=true', 0],
  ])('%s', async (query, count) => expect(connectorsIn(await list(query))).toHaveLength(count));

  it('shows a change of an account at once', async () => {
    const more = await account('adyen_test', enabling('card', type('credit', { card_networks: ['JCB'] })));
    const jcb = { card_network: 'JCB', surcharge_details: null, eligible_connectors: ['adyen_test'] };
    expect(typeIn(await list(), 'credit').card_networks).toContainEqual(jcb);
    const path = `/account/${merchant.merchantId}/connectors/${more.merchant_connector_id}`;
    ok(await merchant.api.post(path, { connector_type: 'payment_processor', disabled: true }));
    expect(typeIn(await list(), 'credit').card_networks).not.toContainEqual(jcb);
  });
});

it('a profile decides what is listed, shown and collected', async () => {
  const base = `/account/${merchant.merchantId}/business_profile`;
  const settings = { profile_name: 'second', always_collect_billing_details_from_wallet_connector: true };
  const { profile_id } = ok(await merchant.api.post(base, { ...settings, return_url: 'https://second.example/' }));
  const payment_methods_enabled = [enabling('wallet', type('google_pay', { payment_experience: 'invoke_sdk_client' }))];
  const body = connectorBody('stripe', { profile_id, payment_methods_enabled });
  ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, body));
  const expected = {
    redirect_url: 'https://second.example/',
    collect_shipping_details_from_wallets: false,
    collect_billing_details_from_wallets: true,
  };
  const ofPayment = await listFor(await created({ profile_id }));
  const ofProfile = ok(await merchant.api.get('/account/payment_methods', { 'x-profile-id': profile_id }));
  for (const list of [ofPayment, ofProfile]) {
    expect(list).toMatchObject(expected);
    expect(connectorsIn(list)).toEqual(['google_pay: stripe']);
    expect(typeIn(list, 'google_pay').required_fields).toHaveProperty(['billing.address.line1']);
  }
});

describe('a list is refused', () => {
  const invalid = 'The client_secret provided does not match the client_secret associated with the Payment';
  const secretOf = async (): Promise<string> =>
    (await created({ profile_id: merchant.profileId })).client_secret as string;

  it('with a wrong, foreign or expired client secret', async () => {
    const [payment, other] = [await created({ profile_id: merchant.profileId }), await secretOf()];
    const tampered = `${payment.payment_id}_secret_${'x'.repeat(20)}`;
    for (const secret of [tampered, 'no secret', `${payment.payment_id}`])
      expect(statusAndBody(await asClient(secret))).toEqual(refusal(400, 'IR_09', invalid));
    const path = `/payments/${payment.payment_id}/client`;
    expect(statusAndBody(await asClient(other, {}, path))).toEqual(refusal(400, 'IR_09', invalid));
    expect(statusAndBody(await asClient(`pay_none_secret_x`))).toEqual(noPayment);
    const stranger = await aMerchant(system, { connectors: [] });
    const foreign = await stranger.client.get(`/account/payment_methods?client_secret=${payment.client_secret}`);
    expect(statusAndBody(foreign)).toEqual(noPayment);
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment.payment_id}'`);
    expect(statusAndBody(await asClient(payment.client_secret as string))).toEqual(
      refusal(400, 'IR_08', 'The provided client_secret has expired'),
    );
  });

  it('without the right key', async () => {
    const client_secret = await secretOf();
    const path = '/account/payment_methods';
    expect(statusAndBody(await merchant.client.get(path))).toEqual(missing('client_secret'));
    expect(statusAndBody(await system.api.get(path))).toEqual(missing('api_key'));
    expect(statusAndBody(await system.admin.get(path))).toEqual(unauthorized);
    expect(statusAndBody(await merchant.api.get(`${path}?client_secret=${client_secret}`))).toEqual(
      notAllowed('client_secret is not a valid parameter'),
    );
    const paymentId = client_secret.slice(0, client_secret.indexOf('_secret_'));
    expect(statusAndBody(await merchant.api.get(`/payments/${paymentId}/client`))).toEqual(unauthorized);
  });

  it('with an unreadable query', async () => {
    for (const query of ['card_networks=Visum', 'amount=x', 'accepted_countries=XX', 'colour=red', 'limit=1&limit=2'])
      expect((await merchant.api.get(`/account/payment_methods?${query}`)).status).toBe(400);
    expect(statusAndBody(await merchant.api.get('/account/payment_methods?limit=-1'))).toEqual(
      wrongValue('limit', '0 or more'),
    );
  });
});

describe('the limits of a payment method type', () => {
  const limits = (query: string, by = merchant.api) => by.get(`/payment_methods/filter${query}`);

  it('are the currencies and countries of the connector', async () =>
    expect(ok(await limits('?connector=stripe&paymentMethodType=blik'))).toEqual({
      currencies: ['PLN'],
      countries: ['PL'],
    }));

  it('are refused for what no connector has', async () => {
    for (const [query, field, allowed] of [
      ['?connector=adyen&paymentMethodType=blik', 'connector', 'a connector of this installation'],
      ['?connector=stripe&paymentMethodType=boleto', 'paymentMethodType', 'a payment method type of the connector'],
    ] as const)
      expect(statusAndBody(await limits(query))).toEqual(wrongValue(field, allowed));
    expect((await limits('?connector=stripe')).status).toBe(400);
  });

  it('need a secret key', async () =>
    expect((await limits('?connector=stripe&paymentMethodType=blik', merchant.client)).status).toBe(401));
});
