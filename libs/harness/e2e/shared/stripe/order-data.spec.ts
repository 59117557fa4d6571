import { ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { atStripe, intentOf, objectAt, pay } from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const order = {
  shipping_cost: 300,
  order_tax_amount: 200,
  merchant_order_reference_id: 'o-1',
  discount_amount: 50,
  order_details: [
    {
      product_name: 'book',
      quantity: 2,
      amount: 3270,
      total_tax_amount: 100,
      commodity_code: '4901',
      product_id: 'b-1',
    },
    { product_name: 'pen', quantity: 0, amount: 1 },
  ],
};
const reports = async (is_l2_l3_enabled: boolean): Promise<Json> =>
  ok(
    await merchant.api.post(`/account/${merchant.merchantId}/business_profile/${merchant.profileId}`, {
      is_l2_l3_enabled,
    }),
  );
const itemsOf = async ({ connector_transaction_id: id }: Json): Promise<Json[]> =>
  ok(await objectAt(system, `/v1/payment_intents/${id}?expand[]=amount_details.line_items`)).amount_details.line_items
    .data;

describe('level 2 and 3 data', () => {
  it('reach Stripe where the profile reports them, and are no part of the sum', async () => {
    expect((await reports(true)).is_l2_l3_enabled).toBe(true);
    const payment = await pay(merchant, order);
    expect(payment).toMatchObject({ status: 'succeeded', net_amount: 7040, amount_received: 7040 });
    expect(payment.order_details).toHaveLength(2);
    expect(await intentOf(system, payment)).toMatchObject({
      amount: 7040,
      amount_details: { shipping: { amount: 300 }, tax: { total_tax_amount: 200 }, discount_amount: 50 },
      payment_details: { order_reference: 'o-1' },
    });
    expect(await itemsOf(payment)).toMatchObject([
      { product_name: 'book', quantity: 2, unit_cost: 3270, product_code: 'b-1', tax: null },
    ]);
  });

  it('do not reach Stripe where the profile does not report them', async () => {
    expect((await reports(false)).is_l2_l3_enabled).toBe(false);
    const { amount_details, payment_details } = await intentOf(system, await pay(merchant, order));
    expect(amount_details).toEqual({ tip: {} });
    expect(payment_details).toBeUndefined();
  });
});

it.each([
  [{ statement_descriptor_name: 'ACME' }, 'ACME'],
  [{ statement_descriptor_name: 'ACME', billing_descriptor: { statement_descriptor: 'NEW' } }, 'NEW'],
  [{ billing_descriptor: { statement_descriptor: 'NEW', statement_descriptor_suffix: 'two' } }, 'two'],
])('the statement of a card shows of %j the suffix %s', async (descriptor, expected) => {
  const payment = await pay(merchant, descriptor);
  expect(payment).toMatchObject({ status: 'succeeded', ...descriptor });
  expect((await intentOf(system, payment)).statement_descriptor_suffix).toBe(expected);
});

describe('a surcharge', () => {
  const surcharged = { surcharge_details: { surcharge_amount: 20, tax_amount: 5 } };

  it('is charged on top of the amount, and shown', async () => {
    const payment = await pay(merchant, { ...surcharged, shipping_cost: 10, order_tax_amount: 7 });
    expect(payment).toMatchObject({ ...surcharged, amount: 6540, net_amount: 6582, amount_received: 6582 });
    expect(await intentOf(system, payment)).toMatchObject({ amount: 6582, amount_received: 6582 });
  });

  it('is replaced as a whole, and removed, by an update', async () => {
    const { payment_id } = await pay(merchant, { ...surcharged, confirm: false });
    const update = async (surcharge_details: object | null) =>
      ok(await merchant.api.post(`/payments/${payment_id}`, { surcharge_details }));
    expect(await update({ surcharge_amount: 30 })).toMatchObject({ net_amount: 6570 });
    expect(await update(null)).toMatchObject({ net_amount: 6540, surcharge_details: null });
    const paid = ok(await merchant.api.post(`/payments/${payment_id}/confirm`, {}));
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });

  it('is part of the sum to capture at once', async () => {
    const whole = { ...surcharged, capture_method: 'automatic', amount_to_capture: 6565 };
    expect(await pay(merchant, whole)).toMatchObject({ status: 'succeeded', amount_received: 6565 });
  });
});
