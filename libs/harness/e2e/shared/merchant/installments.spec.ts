import { aMerchant, cardFields, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { effectLabelsOf, effectsOf, retrievePayment } from '../../support/ledger-check';
import { merchantOnly, notAllowed, refusal, statusAndBody, wrongValue } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let elsewhere: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  elsewhere = await aMerchant(system);
  const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  ok(await merchant.api.post(profile, { is_manual_retry_enabled: true }));
});

const installment_options = [
  {
    payment_method: 'card',
    installments: [
      { number_of_installments: [3, 7], billing_frequency: 'month', interest_rate: 2.55 },
      { number_of_installments: 2, billing_frequency: 'month', interest_rate: 0 },
    ],
  },
];
const chosen = (number_of_installments: number) => ({
  installment_data: { number_of_installments, billing_frequency: 'month' },
});
const notFound = (count: number) =>
  notAllowed(`No installment plan found for ${count} installments with month billing frequency`);

const create = async (more: object = {}, by = merchant): Promise<Json> =>
  ok(await by.api.post('/payments', { amount: 10_001, currency: 'BRL', installment_options, ...more }));
const confirm = ({ payment_id }: Json, more: object, by = merchant) =>
  by.api.post(`/payments/${payment_id}/confirm`, { ...cardFields(), ...more });
const confirmAsClient = ({ payment_id, client_secret }: Json, more: object) =>
  merchant.client.post(`/payments/${payment_id}/confirm`, { client_secret, ...cardFields(), ...more });
const listed = async ({ client_secret }: Json): Promise<Json> =>
  ok(await merchant.client.get(`/account/payment_methods?client_secret=${client_secret}`)).intent_data;
/** The payment as the processor has it. */
const atProcessor = async ({ payment_id }: Json): Promise<Json> => {
  const [effect] = effectsOf(system, payment_id);
  const path = `/dummy-connector/payments?reference=${effect!.reference}`;
  return ok(await system.sandbox.get(path, { authorization: 'any' }));
};

it('a plan is offered, listed, chosen, charged with its interest, and refunded as a whole', async () => {
  const payment = await create({ shipping_cost: 99 });
  expect(payment).toMatchObject({ installment_options, installment_data: null, amount: 10_001, net_amount: 10_100 });
  const plan = (number_of_installments: number, interest_rate: number, each: number, total: number) => ({
    number_of_installments,
    billing_frequency: 'month',
    interest_rate,
    amount_details: { amount_per_installment: each, total_amount: total },
  });
  expect((await listed(payment)).installment_options).toEqual([
    {
      payment_method: 'card',
      available_plans: [plan(3, 2.55, 34.52, 103.55), plan(7, 2.55, 14.79, 103.55), plan(2, 0, 50.5, 101)],
    },
  ]);
  const paid = ok(await confirm(payment, chosen(3)));
  const shown = {
    status: 'succeeded',
    connector: 'adyen_test',
    amount: 10_001,
    net_amount: 10_355,
    amount_received: 10_355,
    amount_capturable: 0,
    shipping_cost: 99,
    installment_options,
    installment_data: { ...chosen(3).installment_data, installment_interest: 255 },
  };
  expect(paid).toMatchObject(shown);
  expect(await retrievePayment(merchant, payment.payment_id)).toMatchObject(shown);
  expect(await atProcessor(payment)).toMatchObject({
    amount: 10_355,
    currency: 'BRL',
    installments: { count: 3, frequency: 'month' },
  });
  const refund = (amount: number) => merchant.api.post('/refunds', { payment_id: payment.payment_id, amount });
  expect((await refund(10_356)).status).toBe(400);
  expect(ok(await refund(10_355))).toMatchObject({ status: 'succeeded', amount: 10_355 });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 10355', 'refund 10355']);
});

it('an authorization by a plan is captured with the interest', async () => {
  const payment = await create({ capture_method: 'manual', amount: 1001, currency: 'JPY' });
  expect((await listed(payment)).installment_options[0].available_plans[0]).toMatchObject({
    amount_details: { amount_per_installment: 342, total_amount: 1027 },
  });
  expect(ok(await confirm(payment, chosen(7)))).toMatchObject({
    status: 'requires_capture',
    net_amount: 1027,
    amount_capturable: 1027,
  });
  expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/capture`, {}))).toMatchObject({
    status: 'succeeded',
    amount_received: 1027,
    amount_capturable: 0,
  });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['authorize 1027', 'capture 1027']);
});

it('a client chooses among the plans of the merchant, and cannot change them', async () => {
  const payment = await create();
  expect(statusAndBody(await confirmAsClient(payment, chosen(12)))).toEqual(notFound(12));
  const own = [{ payment_method: 'card', installments: [{ ...chosen(3).installment_data, interest_rate: 0 }] }];
  expect(statusAndBody(await confirmAsClient(payment, { ...chosen(3), installment_options: own }))).toEqual(
    merchantOnly('installment_options'),
  );
  expect(effectsOf(system, payment.payment_id)).toEqual([]);
  expect(ok(await confirmAsClient(payment, chosen(7)))).toMatchObject({
    status: 'succeeded',
    net_amount: 10_256,
    amount_received: 10_256,
    installment_data: { ...chosen(7).installment_data, installment_interest: 255 },
  });
  expect(await atProcessor(payment)).toMatchObject({ amount: 10_256, installments: { count: 7 } });
});

it('a plan that the merchant does not offer is refused, and nothing is charged', async () => {
  const without = await create({ installment_options: null });
  expect(statusAndBody(await confirm(without, chosen(3)))).toEqual(
    notAllowed('Installment options are not configured for this payment'),
  );
  expect((await listed(without)).installment_options).toBeNull();
  const payment = await create();
  expect(statusAndBody(await confirm(payment, chosen(4)))).toEqual(notFound(4));
  for (const { payment_id } of [without, payment]) expect(effectsOf(system, payment_id)).toEqual([]);
  expect(ok(await confirm(payment, {}))).toMatchObject({ net_amount: 10_001, connector: 'stripe_test' });
  expect(await atProcessor(payment)).toMatchObject({ amount: 10_001, installments: null });
});

it('a retry after a decline has the plan before, another one or none', async () => {
  const declined = async () => {
    const payment = await create();
    const answer = ok(await confirm(payment, { ...cardFields(cards.declined), ...chosen(3) }));
    expect(answer).toMatchObject({ status: 'failed', net_amount: 10_256, attempt_count: 1 });
    return payment;
  };
  const retries: readonly [object, number, object | null][] = [
    [{}, 10_256, { count: 3 }],
    [chosen(2), 10_001, { count: 2 }],
    [{ installment_data: null }, 10_001, null],
  ];
  for (const [more, total, installments] of retries) {
    const payment = await declined();
    expect(ok(await confirm(payment, more))).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      net_amount: total,
      amount_received: total,
    });
    const charge = await atProcessor(payment);
    expect(charge.amount).toBe(total);
    if (installments) expect(charge.installments).toMatchObject(installments);
    else expect(charge.installments).toBeNull();
  }
});

it('only accounts whose connector charges in installments take a plan, in its currencies', async () => {
  const payment = await create({}, elsewhere);
  const refused = refusal(501, 'IR_00', 'installment_data at stripe_test is not implemented');
  expect(statusAndBody(await confirm(payment, chosen(3), elsewhere))).toEqual(refused);
  expect(ok(await confirm(payment, { installment_data: null }, elsewhere))).toMatchObject({
    status: 'succeeded',
    net_amount: 10_001,
    installment_data: null,
  });
  const dollars = await create({ currency: 'USD', routing: { type: 'single', data: 'adyen_test' } });
  expect(statusAndBody(await confirm(dollars, chosen(3)))).toEqual(
    refusal(501, 'IR_00', 'installment_data at adyen_test is not implemented'),
  );
  expect(effectsOf(system, dollars.payment_id)).toEqual([]);
});

it('a plan that no account can charge is neither listed nor accepted, and a client takes a choice back', async () => {
  const payment = await create({}, elsewhere);
  const list = await elsewhere.client.get(`/account/payment_methods?client_secret=${payment.client_secret}`);
  expect(ok(list).intent_data.installment_options).toBeNull();
  const refused = refusal(
    ...([501, 'IR_00', 'installment_data is not implemented at any connector account of the profile'] as const),
  );
  const path = `/payments/${payment.payment_id}`;
  expect(statusAndBody(await elsewhere.api.post(path, chosen(3)))).toEqual(refused);
  const { client_secret } = payment;
  expect(statusAndBody(await elsewhere.client.post(path, { client_secret, ...chosen(3) }))).toEqual(refused);
  const body = { amount: 10_001, currency: 'BRL', installment_options, ...chosen(3) };
  expect(statusAndBody(await elsewhere.api.post('/payments', body))).toEqual(refused);

  const taken = await create(chosen(3));
  const byClient = (more: object) =>
    merchant.client.post(`/payments/${taken.payment_id}`, { client_secret: taken.client_secret, ...more });
  expect(ok(await byClient({ installment_data: null }))).toMatchObject({ net_amount: 10_001, installment_data: null });
  expect(ok(await byClient(chosen(2)))).toMatchObject({ net_amount: 10_001 });
  expect(ok(await confirmAsClient(taken, { installment_data: null }))).toMatchObject({
    status: 'succeeded',
    amount_received: 10_001,
    installment_data: null,
  });
});

it('a plan before the confirmation is part of the total, which follows the amount', async () => {
  const payment = await create({ ...cardFields(), ...chosen(3) });
  const update = async (more: object): Promise<Json> =>
    ok(await merchant.api.post(`/payments/${payment.payment_id}`, more));
  expect(payment).toMatchObject({ status: 'requires_confirmation', net_amount: 10_256 });
  expect(await update({ amount: 20_002 })).toMatchObject({
    net_amount: 20_512,
    installment_data: { installment_interest: 510 },
  });
  expect(ok(await merchant.api.post(`/payments/${payment.payment_id}/confirm`, {}))).toMatchObject({
    status: 'succeeded',
    amount_received: 20_512,
  });
  expect(await atProcessor(payment)).toMatchObject({ amount: 20_512, installments: { count: 3 } });
});

it('a plan that the merchant has chosen is in the sum that the page of a link shows, and that sum is charged', async () => {
  const payment = await create({ ...chosen(3), payment_link: true, return_url: 'https://shop.example/done' });
  expect(payment).toMatchObject({ status: 'requires_payment_method', net_amount: 10_256 });
  const page = await (await fetch(payment.payment_link.link as string)).text();
  expect(page).toContain('R$102.56');
  expect(ok(await confirmAsClient(payment, {}))).toMatchObject({ status: 'succeeded', amount_received: 10_256 });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 10256']);
});

it('a plan whose rate depends on the payment method is chosen with the confirmation', async () => {
  const later = {
    payment_method: 'pay_later',
    installments: [{ ...installment_options[0]!.installments[1], interest_rate: 9 }],
  };
  const options = { installment_options: [...installment_options, later] };
  const refused = notAllowed('The rate of this plan depends on the payment method: choose it with the confirmation');
  const body = { amount: 10_001, currency: 'BRL', ...options };
  expect(statusAndBody(await merchant.api.post('/payments', { ...body, ...chosen(2) }))).toEqual(refused);
  const payment = await create(options);
  expect(statusAndBody(await merchant.api.post(`/payments/${payment.payment_id}`, chosen(2)))).toEqual(refused);
  expect(ok(await confirm(payment, chosen(2)))).toMatchObject({ status: 'succeeded', amount_received: 10_001 });
});

it.each<[string, object]>([
  ['number_of_installments', { number_of_installments: [] }],
  ['number_of_installments', { number_of_installments: [0] }],
  ['number_of_installments', { number_of_installments: [3, 3] }],
  ['interest_rate', { interest_rate: 1.255 }],
  ['interest_rate', { interest_rate: 100.01 }],
])('a plan with a wrong %s is refused: %j', async (field, changes) => {
  const allowed =
    field === 'interest_rate'
      ? '0 to 100, with at most two decimals'
      : 'one or more whole numbers from 1 to 255, each once for a payment method and frequency';
  const [plan] = installment_options[0]!.installments;
  const options = { installment_options: [{ payment_method: 'card', installments: [{ ...plan, ...changes }] }] };
  const refused = wrongValue(`installment_options[0].installments[0].${field}`, allowed);
  const body = { amount: 10_001, currency: 'BRL', ...options };
  expect(statusAndBody(await merchant.api.post('/payments', body))).toEqual(refused);
  const { payment_id } = await create();
  expect(statusAndBody(await merchant.api.post(`/payments/${payment_id}`, options))).toEqual(refused);
});
