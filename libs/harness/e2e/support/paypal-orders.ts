import {
  aMerchant,
  connectorBody,
  ok,
  type Answer,
  type Json,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';

const enabling = (...types: object[]) => ({
  payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: types }],
});
const payPal = { payment_method_type: 'paypal', payment_experience: 'invoke_sdk_client' };

/** A merchant whose account at `paypal_test` takes PayPal's orders; the account that routing prefers enables PayPal too. */
export async function aPayPalMerchant(system: RunningSystem): Promise<TestMerchant> {
  const merchant = await aMerchant(system, { connectors: [] });
  const create = (name: string, more: object) =>
    merchant.api.post(`/account/${merchant.merchantId}/connectors`, connectorBody(name, more));
  const metadata = { paypal_sdk: { client_id: `shop-of-${merchant.merchantId}` } };
  const adyen = ok(await create('adyen_test', { ...enabling({ payment_method_type: 'paypal' }), metadata }));
  const payPalTest = ok(await create('paypal_test', { ...enabling(payPal), metadata }));
  return { ...merchant, connectors: { adyen_test: adyen, paypal_test: payPalTest } };
}

export const openPayment = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', { amount: 6540, currency: 'USD', ...more }));

/** The answer to a browser's request for the order of a payment. */
export const postOrder = ({ client }: TestMerchant, payment: Json, more: object = {}): Promise<Answer> =>
  client.post(`/payments/${payment.payment_id}/post_session_tokens`, {
    client_secret: payment.client_secret,
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    ...more,
  });

/** The id of the payment's order. */
export const orderOf = async (merchant: TestMerchant, payment: Json): Promise<string> =>
  ok(await postOrder(merchant, payment)).next_action.next_action_data.order_id as string;

/** The customer's choice in PayPal's window. */
export async function decideOrder({ sandbox }: RunningSystem, id: string, choice = 'authorize'): Promise<void> {
  const page = await sandbox.get(`/dummy-connector/authorize/${id}`);
  const [, link] = new RegExp(`class="${choice}"[^>]* href="([^"]+)"`).exec(page.text) ?? [];
  if (!link) throw new Error(`the order ${id} has no page`);
  expect((await sandbox.get(link.replaceAll('&amp;', '&'))).status).toBe(200);
}

/** A browser's confirmation by an order. */
export const confirmOrder = ({ client }: TestMerchant, payment: Json, token: string): Promise<Answer> =>
  client.post(`/payments/${payment.payment_id}/confirm`, {
    client_secret: payment.client_secret,
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    payment_method_data: { wallet: { paypal_sdk: { token } } },
  });

/** The processor's own view of an order. */
export const orderAtProcessor = async ({ sandbox }: RunningSystem, id: string): Promise<Json> =>
  ok(await sandbox.get(`/dummy-connector/orders/${id}`, { authorization: 'any' }));
