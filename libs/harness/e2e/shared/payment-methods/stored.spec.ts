import { aMerchant, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { idLike, missing, noConnector, precondition, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const mandate = (mandate_type: object) => ({ mandate_data: { customer_acceptance: acceptance, mandate_type } });
const storing = (more: object = {}) =>
  paymentBody({ customer_id: 'cus_a', setup_future_usage: 'off_session', customer_acceptance: acceptance, ...more });
const pay = async (body: object): Promise<Json> => ok(await merchant.api.post('/payments', body));
const charging = (recurring_details: object, more: object = {}) => ({
  amount: 6540,
  currency: 'USD',
  customer_id: 'cus_a',
  confirm: true,
  off_session: true,
  recurring_details,
  ...more,
});
const charge = async (recurring: object, more: object = {}) =>
  statusAndBody(await merchant.api.post('/payments', charging(recurring, more)));
const byMethod = (data: string) => ({ type: 'payment_method_id', data });
const byMandate = (data: string) => ({ type: 'mandate_id', data });

describe('a saved payment method', () => {
  it.each(['off_session', 'on_session'])(
    '%s is named in the answer, and can be charged',
    async (setup_future_usage) => {
      const payment = await pay(storing({ setup_future_usage }));
      expect(payment).toMatchObject({
        status: 'succeeded',
        payment_method_id: idLike('pm'),
        payment_method_status: 'active',
        mandate_id: null,
        // The test processors store no payment method.
        connector_mandate_id: null,
        network_transaction_id: null,
        setup_future_usage,
        payment_method_tokenization_details: {
          payment_method_id: payment.payment_method_id,
          payment_method_status: 'active',
          psp_tokenization: false,
          network_tokenization: false,
          is_eligible_for_mit_payment: false,
        },
      });
      expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toEqual(payment);
    },
  );

  it('is stored with its card sealed, and without its CVC', async () => {
    const { payment_method_id } = await pay(storing());
    const [row] = await rowsOf(
      system,
      `SELECT customer_id, status, method FROM payments.payment_methods WHERE payment_method_id = '${payment_method_id}'`,
    );
    expect(row).toMatchObject({
      customer_id: 'cus_a',
      status: 'active',
      method: { card: { last4: '4242', cvc: 'absent', sealedNumber: expect.any(String) as string } },
    });
  });

  it.each([
    ['without the customer’s consent', { customer_acceptance: undefined }, {}],
    ['without `setup_future_usage`', { setup_future_usage: undefined }, {}],
    ['of a payment that is declined', {}, { card_number: '4000000000000002' }],
  ])('is not created %s', async (_, more, card) => {
    const { payment_method_data, ...rest } = storing(more);
    const body = { ...rest, payment_method_data: { card: { ...payment_method_data.card, ...card } } };
    expect(await pay(body)).toMatchObject({ payment_method_id: null, payment_method_status: null });
  });

  it('cannot be charged before the customer returns from the bank', async () => {
    const { payment_method_data, ...rest } = storing();
    const card = { ...payment_method_data.card, card_number: '4000003800000446' };
    const payment = await pay({ ...rest, payment_method_data: { card } });
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      payment_method_id: idLike('pm'),
      payment_method_status: 'inactive',
    });
    expect(await charge(byMethod(payment.payment_method_id))).toEqual(
      precondition('The payment_method_id is not valid'),
    );
  });
});

describe('a mandate', () => {
  const limit = { amount: 6540, currency: 'USD' };

  it.each([
    [{ single_use: limit }, { single_use: { ...limit, start_date: null, end_date: null, metadata: null } }],
    [{ multi_use: null }, { multi_use: null }],
  ])('for %j is returned with the payment that sets it up', async (mandate_type, shown) => {
    const payment = await pay(storing({ customer_acceptance: undefined, ...mandate(mandate_type) }));
    expect(payment).toMatchObject({
      status: 'succeeded',
      mandate_id: idLike('man'),
      payment_method_id: idLike('pm'),
      mandate_data: { update_mandate_id: null, customer_acceptance: acceptance, mandate_type: shown },
    });
    const [row] = await rowsOf(
      system,
      `SELECT status, captured_amount::int, payment_method_id FROM payments.mandates WHERE mandate_id = '${payment.mandate_id}'`,
    );
    expect(row).toEqual({ status: 'active', captured_amount: 0, payment_method_id: payment.payment_method_id });
  });

  it('is validated before a charge', async () => {
    const given = await pay(storing(mandate({ multi_use: limit })));
    const failed = (reason: string) => refusal(400, 'HE_03', 'Mandate Validation Failed', { reason });
    const named = byMandate(given.mandate_id);
    expect(await charge(named, { amount: 6541 })).toEqual(failed('request amount is greater than mandate amount'));
    expect(await charge(named, { currency: 'EUR' })).toEqual(failed('cross currency mandates not supported'));
    expect(await charge(named, { customer_id: 'cus_b' })).toEqual(
      precondition('customer_id must match mandate customer_id'),
    );
    const { recurring_details: _, ...older } = charging({});
    expect(
      statusAndBody(await merchant.api.post('/payments', { ...older, mandate_id: given.mandate_id, amount: 6541 })),
    ).toEqual(failed('request amount is greater than mandate amount'));
    await rowsOf(system, `UPDATE payments.mandates SET status = 'revoked' WHERE mandate_id = '${given.mandate_id}'`);
    expect(await charge(named)).toEqual(precondition('mandate is not active'));
  });
});

describe('a charge without the customer', () => {
  it('finds no account when the processor stores no payment method', async () => {
    const { payment_method_id, mandate_id } = await pay(storing(mandate({ multi_use: null })));
    expect(await charge(byMethod(payment_method_id))).toEqual(noConnector);
    expect(await charge(byMandate(mandate_id))).toEqual(noConnector);
  });

  it('is refused with another customer’s payment method, another merchant’s, and an unknown one', async () => {
    const { payment_method_id, mandate_id } = await pay(storing(mandate({ multi_use: null })));
    const foreign = precondition('The payment_method_id is not valid');
    expect(await charge(byMethod(payment_method_id), { customer_id: 'cus_b' })).toEqual(foreign);
    const other = await aMerchant(system);
    const theirs = (recurring: object) => other.api.post('/payments', charging(recurring));
    for (const answer of [await theirs(byMethod(payment_method_id)), await theirs(byMandate(mandate_id))]) {
      expect([answer.status, answer.body.error.message]).toEqual([
        404,
        expect.stringMatching(/^(Payment method|Mandate) does not exist in our records$/),
      ]);
    }
    expect(await charge(byMandate('man_none'), { off_session: undefined })).toEqual(missing('off_session'));
  });
});

describe('an amount of zero', () => {
  it('only saves the payment method, and requires the customer’s consent', async () => {
    expect(
      statusAndBody(await merchant.api.post('/payments', storing({ amount: 0, customer_acceptance: undefined }))),
    ).toEqual(refusal(400, 'CE_01', 'Payment failed during authorization with connector. Retry payment'));
  });

  it('finds no account when no connector can save payment methods', async () =>
    expect(statusAndBody(await merchant.api.post('/payments', storing({ amount: 0 })))).toEqual(noConnector));
});

describe('an incremental authorization', () => {
  const authorized = (more: object = {}) => pay(paymentBody({ capture_method: 'manual', ...more }));
  const raise = async (id: string, amount: number) =>
    statusAndBody(await merchant.api.post(`/payments/${id}/incremental_authorization`, { amount }));
  const cannot = (why: string) => precondition(`You cannot increment authorization this payment because it ${why}`);

  it('is refused when the processor lacks the capability, or the payment was created without it', async () => {
    for (const request_incremental_authorization of [true, undefined]) {
      const payment = await authorized({ request_incremental_authorization });
      expect(payment).toMatchObject({
        status: 'requires_capture',
        incremental_authorization_allowed: false,
        authorization_count: null,
        incremental_authorizations: null,
      });
      expect(await raise(payment.payment_id, 7000)).toEqual(cannot('is not allowed for incremental_authorization'));
    }
  });

  it('is refused in any other status, for too large amounts, and for an unknown payment', async () => {
    const { payment_id } = await pay(paymentBody());
    expect(await raise(payment_id, 7000)).toEqual(cannot('has status succeeded'));
    expect(await raise(payment_id, -1)).toEqual(cannot('has status succeeded'));
    expect(await raise(payment_id, 1_000_000_000)).toEqual(precondition('amount should not be more than 999999999'));
    expect((await raise('pay_none', 7000)).status).toBe(404);
  });
});
