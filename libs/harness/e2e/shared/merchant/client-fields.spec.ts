import { clientFields } from '@payorch/contracts';
import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { PaymentsConfirmRequest, PaymentsUpdateRequest, shapeOf } from '@payorch/rest';
import { effectCount } from '../../support/ledger-check';
import { merchantOnly, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
});

const create = async (more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', customer_id: 'cus_own', ...more }));
const retrieve = async (id: string): Promise<Json> => ok(await merchant.api.get(`/payments/${id}`));
const asClient = ({ payment_id, client_secret }: Json, action: '' | '/confirm', body: object) =>
  merchant.client.post(`/payments/${payment_id}${action}`, { client_secret, ...body });

/** A value for every field of a payment request that only the merchant may set. */
const merchants: Readonly<Record<string, unknown>> = {
  amount: 1,
  order_tax_amount: 1,
  currency: 'EUR',
  amount_to_capture: 6540,
  shipping_cost: 1,
  capture_method: 'manual',
  routing: { type: 'single', data: 'adyen_test' },
  capture_on: '2030-01-01T00:00:00Z',
  off_session: true,
  description: 'a book',
  customer_id: 'cus_other',
  statement_descriptor_name: 'ACME',
  statement_descriptor_suffix: 'book',
  metadata: { a: 1 },
  business_country: 'DE',
  business_label: 'food',
  business_sub_label: 'fish',
  session_expiry: 7_000,
  allowed_payment_method_types: ['credit'],
  connector_metadata: {},
  feature_metadata: {},
  surcharge_details: { surcharge_amount: 1 },
  request_incremental_authorization: true,
  frm_metadata: { a: 1 },
  request_extended_authorization: true,
  merchant_order_reference_id: 'order-1',
  skip_external_tax_calculation: true,
  payment_channel: 'ecommerce',
  psd2_sca_exemption_type: 'low_value',
  force_3ds_challenge: true,
  is_iframe_redirection_enabled: true,
  tax_status: 'taxable',
  discount_amount: 1,
  shipping_amount_tax: 1,
  duty_amount: 1,
  order_date: '2026-01-01T00:00:00Z',
  enable_partial_authorization: true,
  is_stored_credential: true,
  mit_category: 'recurring',
  billing_descriptor: { name: 'ACME' },
  tokenization: 'skip_psp',
  partner_merchant_identifier_details: {},
  profile_acquirer_id: 'acq',
  external_surcharge_strategy: 'waive',
  installment_options: [
    {
      payment_method: 'card',
      installments: [{ number_of_installments: [3], billing_frequency: 'month', interest_rate: 1 }],
    },
  ],
};
/** Fields that are refused for every caller, or before the payment is read, with another error than for clients. */
const refusedOtherwise: Readonly<Record<string, unknown>> = {
  payment_id: 'pay_other',
  merchant_id: 'another_merchant',
  profile_id: 'pro_other',
  mandate_id: 'man_other',
  recurring_details: { type: 'payment_method_id', data: 'pm_other' },
  merchant_connector_details: { creds_identifier: 'own' },
  three_ds_data: {},
  ctp_service_details: {},
  split_payments: { stripe_split_payment: { charge_type: 'direct', application_fees: 1, transfer_account_id: 'acct' } },
  payment_link: true,
  payment_link_config: {},
  payment_link_config_id: 'plc',
  request_external_three_ds_authentication: true,
  enable_overcapture: true,
};

const properties = [...new Set([PaymentsConfirmRequest, PaymentsUpdateRequest].flatMap((dto) => shapeOf(dto).fields))];

it('every field of a payment request is on the list of client fields, or tested here', () => {
  const tried = [...Object.keys(merchants), ...Object.keys(refusedOtherwise)];
  expect([...properties].sort()).toEqual(
    [...tried, ...Object.keys(clientFields.payment).filter((field) => field !== 'locale')].sort(),
  );
});

describe('a client', () => {
  const other = (field: string) =>
    field === 'customer_id' ? refusal(401, 'IR_18', 'Unauthorised access to update customer') : merchantOnly(field);

  it.each(Object.entries(merchants))('cannot set %s', async (field, value) => {
    const payment = await create(cardFields());
    const before = await retrieve(payment.payment_id);
    for (const action of ['', '/confirm'] as const)
      expect(statusAndBody(await asClient(payment, action, { [field]: value }))).toEqual(other(field));
    expect(await retrieve(payment.payment_id)).toEqual(before);
  });

  it.each(Object.entries(refusedOtherwise))('is refused with %s', async (field, value) => {
    const payment = await create(cardFields());
    const before = await retrieve(payment.payment_id);
    for (const action of ['', '/confirm'] as const) {
      const { status } = await asClient(payment, action, { [field]: value });
      expect([400, 401, 404, 422, 501]).toContain(status);
    }
    expect(await retrieve(payment.payment_id)).toEqual(before);
  });

  it.each(Object.entries(merchants).filter(([name]) => name !== 'customer_id' && name !== 'is_stored_credential'))(
    'may send %s with the stored value',
    async (field, value) => {
      const payment = await create({ confirm: false, ...cardFields(), [field]: value });
      const before = await retrieve(payment.payment_id);
      ok(await asClient(payment, '', { [field]: value }));
      const { modified_at: _, updated: __, ...after } = await retrieve(payment.payment_id);
      expect(before).toMatchObject(after);
    },
  );

  it('sends the fields of a browser’s form, and the payment is charged as the merchant created it', async () => {
    const payment = await create({ email: 'jo@acme.example' });
    const confirmed = ok(
      await asClient(payment, '/confirm', {
        ...cardFields(),
        confirm: true,
        return_url: 'https://acme.example/done',
        all_keys_required: true,
        payment_type: 'normal',
        email: 'jo@acme.example',
        phone: '123456',
        setup_future_usage: 'on_session',
        customer_id: 'cus_own',
        amount: 6540,
        billing: { address: { country: 'DE', first_name: 'Jo' } },
        shipping: { address: { country: 'DE' } },
        browser_info: { language: 'de', user_agent: 'a browser' },
        customer_acceptance: { acceptance_type: 'online', online: { user_agent: 'a browser' } },
      }),
    );
    expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    expect(await retrieve(payment.payment_id)).toMatchObject({
      amount: 6540,
      customer_id: 'cus_own',
      setup_future_usage: 'on_session',
      return_url: 'https://acme.example/done',
      customer: { email: 'jo@acme.example', phone: '123456' },
    });
  });

  it('sets shipping, billing, return_url and order_details only while the merchant has not, and may repeat them', async () => {
    const [ulm, paris] = [{ address: { city: 'Ulm', country: 'DE' } }, { address: { city: 'Paris', country: 'FR' } }];
    const merchants = {
      shipping: ulm,
      billing: ulm,
      return_url: 'https://acme.example/done',
      order_details: [{ product_name: 'book', quantity: 1, amount: 6540 }],
    };
    const others = {
      shipping: paris,
      billing: paris,
      return_url: 'https://thief.example/done',
      order_details: [{ product_name: 'pen', quantity: 1, amount: 1 }],
    };
    const payment = await create({ ...cardFields(), ...merchants });
    for (const [field, value] of Object.entries(others))
      for (const action of ['', '/confirm'] as const)
        expect(statusAndBody(await asClient(payment, action, { [field]: value }))).toEqual(merchantOnly(field));
    const taxed = { shipping: paris, payment_method_type: 'credit', client_secret: payment.client_secret };
    expect(statusAndBody(await merchant.client.post(`/payments/${payment.payment_id}/calculate_tax`, taxed))).toEqual(
      merchantOnly('shipping'),
    );
    expect(ok(await asClient(payment, '/confirm', merchants)).status).toBe('succeeded');
    expect(await retrieve(payment.payment_id)).toMatchObject(merchants);

    const open = await create(cardFields());
    for (const sent of [others, merchants]) ok(await asClient(open, '', sent));
    expect(await retrieve(open.payment_id)).toMatchObject(merchants);
  });

  it('sets details of a guest only while the merchant has not, and may repeat them', async () => {
    const guest = { customer_id: null, ...cardFields() };
    const jo = { email: 'jo@acme.example', name: 'Jo', phone: '123456', phone_country_code: '49' };
    const ann = { email: 'ann@thief.example', name: 'Ann', phone: '654321', phone_country_code: '33' };
    const payment = await create({ ...guest, ...jo });
    const before = await retrieve(payment.payment_id);
    for (const [field, value] of Object.entries(ann)) {
      const inCustomer = { customer: { [field]: value } };
      for (const action of ['', '/confirm'] as const)
        for (const sent of [{ [field]: value }, inCustomer])
          expect(statusAndBody(await asClient(payment, action, sent))).toEqual(merchantOnly(field));
    }
    expect(await retrieve(payment.payment_id)).toEqual(before);
    expect(ok(await asClient(payment, '/confirm', jo)).status).toBe('succeeded');
    expect(await retrieve(payment.payment_id)).toMatchObject({ customer: jo });

    const open = await create(guest);
    for (const sent of [ann, jo]) ok(await asClient(open, '', sent));
    expect(await retrieve(open.payment_id)).toMatchObject({ customer: jo });
    ok(await merchant.api.post(`/payments/${open.payment_id}`, { email: 'jo@acme.example' }));
    expect(statusAndBody(await asClient(open, '', { email: ann.email }))).toEqual(merchantOnly('email'));
  });

  it('never sets where goods and payer of a payment with a link go', async () => {
    const payment = await create({ ...cardFields(), payment_link: true, return_url: 'https://acme.example/done' });
    const values = {
      shipping: { address: { city: 'Paris' } },
      return_url: 'https://thief.example/done',
      order_details: [{ product_name: 'pen', quantity: 1, amount: 1 }],
    };
    for (const [field, value] of Object.entries(values))
      expect(statusAndBody(await asClient(payment, '/confirm', { [field]: value }))).toEqual(merchantOnly(field));
    const completed = { client_secret: payment.client_secret, shipping: values.shipping };
    const path = `/payments/${payment.payment_id}/complete_authorize`;
    expect(statusAndBody(await merchant.client.post(path, completed))).toEqual(merchantOnly('shipping'));
    ok(await asClient(payment, '', { billing: { address: { city: 'Ulm' } } }));
  });

  it('asks for more authentication than the merchant, never for less, and sees the ids of its charge', async () => {
    const payment = await create({ ...cardFields(), authentication_type: 'no_three_ds', connector: ['stripe_test'] });
    ok(await asClient(payment, '', { authentication_type: 'three_ds' }));
    expect(statusAndBody(await asClient(payment, '', { authentication_type: 'no_three_ds' }))).toEqual(
      merchantOnly('authentication_type'),
    );
    const confirmed = ok(await asClient(payment, '/confirm', {}));
    expect(confirmed).toMatchObject({ authentication_type: 'three_ds', metadata: null });
    expect(confirmed.merchant_connector_id).toBe(merchant.connectors['stripe_test'].merchant_connector_id);
  });

  it('may choose among the accounts that the merchant named, also repeatedly', async () => {
    const payment = await create({ connector: ['stripe_test', 'adyen_test'], ...cardFields() });
    expect(statusAndBody(await asClient(payment, '/confirm', { connector: ['checkout_test'] }))).toEqual(
      merchantOnly('connector'),
    );
    const anywhere = await create(cardFields());
    expect(statusAndBody(await asClient(anywhere, '/confirm', { connector: ['adyen_test'] }))).toEqual(
      merchantOnly('connector'),
    );
    ok(await asClient(payment, '', { connector: ['stripe_test'] }));
    expect(ok(await asClient(payment, '/confirm', { connector: ['adyen_test'] })).connector).toBe('adyen_test');
  });
});

describe('the composed attack', () => {
  const saving = (more: object = {}) =>
    paymentBody({
      setup_future_usage: 'off_session',
      customer_id: 'cus_victim',
      ...more,
      customer_acceptance: { acceptance_type: 'online', online: { user_agent: 'a browser' } },
    });

  it('fails at every step', async () => {
    // The victim has a payment and a saved card; the attacker knows the ids from addresses and mails.
    const victim = ok(await merchant.api.post('/payments', saving({ return_url: 'https://acme.example/done' })));
    expect(victim.payment_method_id).toMatch(/^pm_/);
    const effects = () => effectCount(system, merchant.merchantId);
    const before = await effects();

    // 1. The client secret by the ids: the redirect back does not reveal it.
    const back = `/payments/${victim.payment_id}/${merchant.merchantId}/redirect/response/stripe_test`;
    const retrieved = await system.api.get(back);
    expect(JSON.stringify([retrieved.headers, retrieved.text])).not.toContain('_secret_');

    // 2. The saved card with the attacker's own or a stolen client secret: a client cannot charge a saved card that it names.
    const own = await create({ customer_id: 'cus_attacker' });
    const recurring = { type: 'payment_method_id', data: victim.payment_method_id };
    const charge = { recurring_details: recurring, off_session: true, confirm: true };
    const swapped = refusal(401, 'IR_18', 'Unauthorised access to update customer');
    for (const action of ['', '/confirm'] as const) {
      expect(statusAndBody(await asClient(own, action, { ...charge, customer_id: 'cus_victim' }))).toEqual(swapped);
      expect(statusAndBody(await asClient(own, action, { customer_id: 'cus_victim' }))).toEqual(swapped);
      expect(statusAndBody(await asClient(own, action, { customer: { id: 'cus_victim' } }))).toEqual(swapped);
      expect((await asClient(own, action, { ...charge, customer_id: 'cus_attacker' })).status).toBe(400);
      expect((await asClient(own, action, { ...charge, mandate_id: 'man_1' })).status).toBe(400);
    }
    const stolen = await create({ customer_id: 'cus_victim' });
    expect(statusAndBody(await asClient(stolen, '/confirm', { ...charge, customer_id: 'cus_victim' }))).toEqual(
      merchantOnly('recurring_details'),
    );
    const byToken = { payment_method: 'card', payment_token: victim.payment_method_id, card_cvc: '123' };
    expect((await asClient(stolen, '/confirm', byToken)).status).toBe(422);

    // 3. The attacker's order for a lower amount, or charged to another customer.
    expect(statusAndBody(await asClient(own, '/confirm', { ...cardFields(), amount: 1 }))).toEqual(
      merchantOnly('amount'),
    );
    expect(await effects()).toBe(before);
    expect(await retrieve(own.payment_id)).toMatchObject({
      status: 'requires_payment_method',
      amount: 6540,
      customer_id: 'cus_attacker',
    });
  });
});
