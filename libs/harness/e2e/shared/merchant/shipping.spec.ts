import { ok } from '@payorch/harness';
import { choose, visit } from '../../support/browser';
import { aPayingMerchant, keysOf } from '../../support/paying-merchant';
import { paymentKeys } from '../../support/payment-keys';
import { merchantOnly, missing, statusAndBody } from '../../support/wire';

const { merchant, created, authorized, challenged, retrieve } = aPayingMerchant();

const shipping = { address: { city: 'Berlin', country: 'DE', zip: '10115' } };

describe('a customer who has authenticated at the bank', () => {
  const complete = (id: string, body: object) => merchant().client.post(`/payments/${id}/complete_authorize`, body);

  it('completes the payment without the redirect, and sets the shipping address', async () => {
    const { payment_id, client_secret, next_action } = await challenged({ return_url: 'https://acme.example/done' });
    await choose(next_action.redirect_to_url, 'authorize');
    const completed = ok(await complete(payment_id, { client_secret, shipping, threeds_method_comp_ind: 'Y' }));
    expect(keysOf(completed)).toEqual(paymentKeys);
    expect(completed).toMatchObject({ status: 'succeeded', amount_received: 6540, next_action: null });
    expect((await retrieve(payment_id)).shipping).toMatchObject({ address: shipping.address, phone: null });
    expect(completed.shipping).toMatchObject({ address: shipping.address });
  });

  it('may be completed by the merchant’s server, with or without the client secret', async () => {
    const { payment_id, client_secret } = await challenged();
    for (const body of [{}, { client_secret }]) {
      const path = `/payments/${payment_id}/complete_authorize`;
      expect(ok(await merchant().api.post(path, body)).status).toBe('requires_customer_action');
    }
  });

  it('cannot change the shipping address of an authorized payment', async () => {
    const { payment_id, client_secret } = await authorized({ shipping });
    const elsewhere = { address: { city: 'Paris', country: 'FR', zip: '75001' } };
    const refused = merchantOnly('shipping');
    expect(statusAndBody(await complete(payment_id, { client_secret, shipping: elsewhere }))).toEqual(refused);
    const calculate = (to: object) => {
      const taxed = { client_secret, shipping: to, payment_method_type: 'credit' };
      return merchant().client.post(`/payments/${payment_id}/calculate_tax`, taxed);
    };
    expect(statusAndBody(await calculate(elsewhere))).toEqual(refused);
    ok(await complete(payment_id, { client_secret, shipping }));
    ok(await calculate(shipping));
    expect((await retrieve(payment_id)).shipping).toMatchObject({ address: shipping.address });
  });

  it('cannot complete a payment without the bank’s confirmation', async () => {
    const { payment_id, client_secret, next_action } = await challenged();
    const waiting = ok(await complete(payment_id, { client_secret }));
    expect(waiting).toMatchObject({ status: 'requires_customer_action', next_action, shipping: null });
    expect((await visit(next_action.redirect_to_url)).status).toBe(200);
  });
});

describe('the tax', () => {
  const calculate = (id: string, body: object) => merchant().client.post(`/payments/${id}/calculate_tax`, body);
  const sums = { order_tax_amount: 1040, shipping_cost: 500 };

  it('is the amount that the merchant set, with amounts in display format', async () => {
    const { payment_id, client_secret } = await created(sums);
    const answer = await calculate(payment_id, { client_secret, shipping, payment_method_type: 'credit' });
    expect(ok(answer)).toEqual({
      payment_id,
      net_amount: 8080,
      ...sums,
      display_amount: { net_amount: '80.80', order_tax_amount: '10.40', shipping_cost: '5.00' },
    });
    expect(Object.keys(answer.body)).toEqual([
      ...['payment_id', 'net_amount', 'order_tax_amount', 'shipping_cost', 'display_amount'],
    ]);
    expect((await retrieve(payment_id)).shipping).toMatchObject({ address: shipping.address });
  });

  it('is zero when the merchant set none', async () => {
    const { payment_id, client_secret } = await created();
    expect(ok(await calculate(payment_id, { client_secret, shipping, payment_method_type: 'credit' }))).toEqual({
      payment_id,
      net_amount: 6540,
      order_tax_amount: null,
      shipping_cost: null,
      display_amount: { net_amount: '65.40', order_tax_amount: '0.00', shipping_cost: '0.00' },
    });
  });

  it('is not implemented for a profile with a tax processor', async () => {
    const path = `/account/${merchant().merchantId}/business_profile/${merchant().profileId}`;
    const { payment_id, client_secret } = await created(sums);
    const body = { client_secret, shipping, payment_method_type: 'credit' };
    ok(await merchant().api.post(path, { is_tax_connector_enabled: true }));
    expect(statusAndBody(await calculate(payment_id, body))).toEqual(missing('tax_connector_id'));
    ok(await merchant().api.post(path, { is_tax_connector_enabled: false }));
    expect(ok(await calculate(payment_id, body))).toMatchObject(sums);
    expect((await retrieve(payment_id)).shipping).not.toBeNull();
  });
});
