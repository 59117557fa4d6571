import { eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { effectLabelsOf, requestsFor, retrievePayment } from '../../support/ledger-check';
import {
  aPayPalMerchant,
  confirmOrder,
  decideOrder,
  openPayment,
  orderAtProcessor,
  orderOf,
  postOrder,
} from '../../support/paypal-orders';
import { operationsOf } from '../../support/rows';
import { precondition, refusal, statusAndBody, wrongValue } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aPayPalMerchant(system);
});

const open = (more: object = {}) => openPayment(merchant, more);
const arm = async (fault: string): Promise<void> => {
  const match = { connector: 'paypal_test', kind: 'order' };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const flowsOf = async ({ payment_id }: Json): Promise<string[]> =>
  (await operationsOf(system, payment_id)).map(({ flow }) => flow).sort();
/** How often each order of the payment was sent to the processor. */
const callsFor = async ({ payment_id }: Json): Promise<number[]> =>
  (await operationsOf(system, payment_id))
    .filter(({ flow }) => flow === 'create_order')
    .map(({ operation_id }) => requestsFor(system, operation_id).calls.length);
const withoutStep = ({ payment_id }: Json) => ({ payment_id, next_action: null, status: 'requires_payment_method' });
const foreign = wrongValue('payment_method_data.wallet.paypal_sdk.token');
const refusedByProcessor = (message: string) => ({
  status: 400,
  body: {
    error: { type: 'connector', message: `No error code: ${message}`, code: 'CE_00', connector: 'paypal_test' },
  },
});

it('a browser opens PayPal’s session, gets an order, and pays it once its customer has approved it', async () => {
  const payment = await open({ shipping_cost: 60 });
  const { payment_id, client_secret } = payment;
  const session = ok(
    await merchant.client.post('/payments/session_tokens', { payment_id, client_secret, wallets: ['paypal'] }),
  );
  expect(session.session_token).toEqual([
    {
      wallet_name: 'paypal',
      connector: 'paypal_test',
      session_token: `shop-of-${merchant.merchantId}`,
      sdk_next_action: { next_action: 'post_session_tokens' },
      client_token: null,
      transaction_info: { flow: 'checkout', currency_code: 'USD', total_price: '66.00' },
      data_user_id_token: null,
      currency: 'USD',
      intent: 'capture',
    },
  ]);
  const answer = ok(await postOrder(merchant, payment));
  const orderId = answer.next_action.next_action_data.order_id as string;
  expect(answer).toEqual({
    payment_id,
    next_action: {
      type: 'invoke_sdk_client',
      next_action_data: { next_action: 'complete_authorize', order_id: orderId },
    },
    status: 'requires_payment_method',
  });
  expect(await orderAtProcessor(system, orderId)).toMatchObject({ status: 'created', amount: 6600, currency: 'USD' });
  await decideOrder(system, orderId);
  expect(ok(await confirmOrder(merchant, payment, orderId)).status).toBe('succeeded');
  expect(await retrievePayment(merchant, payment_id)).toMatchObject({
    status: 'succeeded',
    amount_received: 6600,
    connector: 'paypal_test',
    attempt_count: 1,
    merchant_connector_id: merchant.connectors['paypal_test']!.merchant_connector_id,
  });
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6600']);
  expect(await flowsOf(payment)).toEqual(['authorize', 'create_order']);
  expect(await orderAtProcessor(system, orderId)).toMatchObject({ status: 'completed' });
});

it('an order of a payment with manual capture is authorized, then captured', async () => {
  const payment = await open({ capture_method: 'manual' });
  const orderId = await orderOf(merchant, payment);
  await decideOrder(system, orderId);
  expect(ok(await confirmOrder(merchant, payment, orderId)).status).toBe('requires_capture');
  expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`, {})).status).toBe('succeeded');
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['authorize 6540', 'capture 6540']);
});

it('a payment that is authorized gets no order', async () => {
  const payment = await open({ capture_method: 'manual' });
  const orderId = await orderOf(merchant, payment);
  await decideOrder(system, orderId);
  ok(await confirmOrder(merchant, payment, orderId));
  expect(statusAndBody(await postOrder(merchant, payment))).toEqual(
    precondition('You cannot create a session token for this payment because it has status requires_capture'),
  );
});

it('repeated and parallel requests get the same order, from one call', async () => {
  const payment = await open();
  const answers = await Promise.all(Array.from({ length: 5 }, () => postOrder(merchant, payment)));
  const orderId = await orderOf(merchant, payment);
  expect(answers.map((answer) => ok(answer).next_action.next_action_data.order_id)).toEqual(answers.map(() => orderId));
  expect(await callsFor(payment)).toEqual([1]);
});

it.each(['authorize', 'reject'])(
  'an order whose customer has not approved it is not charged (%s later)',
  async (choice) => {
    const payment = await open();
    const orderId = await orderOf(merchant, payment);
    if (choice === 'reject') await decideOrder(system, orderId, choice);
    expect(ok(await confirmOrder(merchant, payment, orderId)).status).toBe('failed');
    expect(await retrievePayment(merchant, payment.payment_id)).toMatchObject({
      status: 'failed',
      amount_received: null,
      attempt_count: 1,
      error_code: 'DC_10',
      error_message: 'Order is not approved by the customer',
    });
    expect(effectLabelsOf(system, payment.payment_id)).toEqual([]);
  },
);

it('a payment whose amount changes gets another order, and is charged for its last amount alone', async () => {
  const payment = await open();
  const first = await orderOf(merchant, payment);
  await decideOrder(system, first);
  ok(await merchant.api.post(`/payments/${payment.payment_id}`, { amount: 7000 }));
  expect(statusAndBody(await confirmOrder(merchant, payment, first))).toEqual(
    precondition('You cannot confirm this payment because it has changed since its order was created'),
  );
  const second = await orderOf(merchant, payment);
  expect(second).not.toBe(first);
  expect(await orderAtProcessor(system, second)).toMatchObject({ amount: 7000 });
  await decideOrder(system, second);
  expect(ok(await confirmOrder(merchant, payment, second)).status).toBe('succeeded');
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 7000']);
  expect(await orderAtProcessor(system, first)).toMatchObject({ status: 'approved' });
});

it('an order of another payment, a paid one and an invented one are refused before anything is sent', async () => {
  const [payment, other, paid] = [await open(), await open(), await open()];
  const [own, ofOther, ofPaid] = [
    await orderOf(merchant, payment),
    await orderOf(merchant, other),
    await orderOf(merchant, paid),
  ];
  for (const id of [own, ofOther, ofPaid]) await decideOrder(system, id);
  ok(await confirmOrder(merchant, paid, ofPaid));
  const withoutOrder = await open();
  for (const token of [ofOther, ofPaid, `${own}x`, 'order_invented']) {
    for (const one of [payment, withoutOrder])
      expect(statusAndBody(await confirmOrder(merchant, one, token))).toEqual(foreign);
  }
  expect([await flowsOf(payment), await flowsOf(withoutOrder)]).toEqual([['create_order'], []]);
  expect(ok(await confirmOrder(merchant, payment, own)).status).toBe('succeeded');
  expect([payment, other, paid].map(({ payment_id }) => effectLabelsOf(system, payment_id))).toEqual([
    ['charge 6540'],
    [],
    ['charge 6540'],
  ]);
});

it("a merchant's own request with an order of another payment is refused too", async () => {
  const orderId = await orderOf(merchant, await open());
  await decideOrder(system, orderId);
  const body = {
    amount: 6540,
    currency: 'USD',
    confirm: true,
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    payment_method_data: { wallet: { paypal_sdk: { token: orderId } } },
  };
  expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(foreign);
  expect(await orderAtProcessor(system, orderId)).toMatchObject({ status: 'approved' });
});

it('an order whose answer is lost is found by the next request, and not made again', async () => {
  const payment = await open();
  await arm('execute_then_drop');
  expect(ok(await postOrder(merchant, payment))).toEqual(withoutStep(payment));
  const orderId = await orderOf(merchant, payment);
  expect(await callsFor(payment)).toEqual([1]);
  await decideOrder(system, orderId);
  expect(ok(await confirmOrder(merchant, payment, orderId)).status).toBe('succeeded');
});

it('an order that the processor never got is replaced once the processor has said so', async () => {
  const payment = await open();
  await arm('fail_500');
  expect(ok(await postOrder(merchant, payment))).toEqual(withoutStep(payment));
  const answer = await eventually(
    async () => {
      const now = await postOrder(merchant, payment);
      return now.status === 200 ? undefined : now;
    },
    { withinMs: 40_000, everyMs: 1_000 },
  );
  expect(statusAndBody(answer)).toEqual(refusedByProcessor('The processor knows of no such order'));
  await decideOrder(system, await orderOf(merchant, payment));
  expect(await callsFor(payment)).toEqual([1, 1]);
});

it('an order of another sum than requested is never shown', async () => {
  const payment = await open();
  await arm('wrong_amount');
  expect(statusAndBody(await postOrder(merchant, payment))).toEqual(
    refusedByProcessor('The processor created an order of another sum'),
  );
  expect(await orderOf(merchant, payment)).toMatch(/^order_/);
});

it('a charge of an order whose answer is lost is known by sync: one charge', async () => {
  const payment = await open({ amount: 7_700_004 });
  const orderId = await orderOf(merchant, payment);
  await decideOrder(system, orderId);
  expect(ok(await confirmOrder(merchant, payment, orderId)).status).toBe('processing');
  await eventually(async () => (await retrievePayment(merchant, payment.payment_id)).status === 'succeeded', {
    withinMs: 40_000,
  });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 7700004']);
});

it.each<[string, object]>([
  ['post_session_tokens of an amount of zero is not implemented', { amount: 0 }],
  [
    'post_session_tokens of a split payment is not implemented',
    {
      split_payments: {
        stripe_split_payment: { charge_type: 'destination', application_fees: 100, transfer_account_id: 'acct_1' },
      },
    },
  ],
])('%s', async (message, more) => {
  const payment = await open(more);
  expect(statusAndBody(await postOrder(merchant, payment))).toEqual(refusal(501, 'IR_00', message));
  expect(await callsFor(payment)).toEqual([]);
});
