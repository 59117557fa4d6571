import { aMerchant, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { dump, ledger, logs, topics } from '../../support/stored-traces';
import { upload } from '../../support/upload';
import { idLike, missing, notAllowed, precondition, refusal, statusAndBody, wrongFormat } from '../../support/wire';
import { gsmBody } from '../admin/operator';

/** Network tokens of saved cards, at a processor that takes them and at one that does not. */
const system = sharedSystem();
const numbers = {
  tokenized: '4111111111111111',
  repeated: '6011111111111117',
  declined: '4000000000080103',
  refused: '4000000000080111',
} as const;
const declinedToken = 'Payment declined: Network token declined';
let merchant: TestMerchant;
let elsewhere: TestMerchant;

const profileOf = (of: TestMerchant, settings: object) =>
  of.api.post(`/account/${of.merchantId}/business_profile/${of.profileId}`, settings);
beforeAll(async () => {
  [merchant, elsewhere] = await Promise.all([
    aMerchant(system, { connectors: ['adyen_test'] }),
    aMerchant(system, { connectors: ['stripe_test'] }),
  ]);
  for (const one of [merchant, elsewhere]) ok(await profileOf(one, { is_network_tokenization_enabled: true }));
});

const cardOf = (raw_card_number: string, more: object = {}) => ({
  raw_card_number,
  card_expiry_month: '10',
  card_expiry_year: '35',
  card_holder_name: 'Joseph Doe',
  ...more,
});
const tokenize = (number: string, customer: string, of = merchant, more: object = {}) =>
  system.admin.post('/payment_methods/tokenize-card', {
    merchant_id: of.merchantId,
    customer: { id: customer },
    card: cardOf(number, more),
  });
const tokenizeSaved = (id: string, customer: string | null, body: object = { existing_payment_method: {} }) =>
  system.admin.post(`/payment_methods/${id}/tokenize-card`, {
    merchant_id: merchant.merchantId,
    customer: { id: customer },
    ...body,
  });
const tokenOf = async (customer_id: string, of = merchant): Promise<string> =>
  ok(await of.api.get(`/customers/${customer_id}/payment_methods`)).customer_payment_methods[0].payment_token;
const pay = async (customer_id: string, of = merchant): Promise<Json> =>
  ok(
    await of.api.post('/payments', {
      amount: 1500,
      currency: 'USD',
      customer_id,
      confirm: true,
      payment_method: 'card',
      payment_token: await tokenOf(customer_id, of),
    }),
  );
/** The calls of the processor and of the token service about one object, in order. */
const requestsOf = (reference: string): Json[] =>
  system.ledger().filter((entry) => entry.entry === 'request' && entry.reference === reference);
const isEnded = (reference: string) => requestsOf(reference).at(-1)?.kind === 'token_deletion';
const operationsOf = (payment: Json): Json[] => {
  const effects = system.ledger().filter(({ payment_id }) => payment_id === payment.connector_transaction_id);
  return [...new Set(effects.map(({ reference }) => reference as string))].flatMap(requestsOf);
};
const referenceOf = (id: string) =>
  eventually(async () => {
    const rows = (await dump(system)).find(({ name }) => name.endsWith('payment_methods'))!;
    const row = rows.content
      .toString()
      .split('\n')
      .find((line) => line.includes(id))!;
    return /\bnt_[A-Za-z0-9]{20}\b/.exec(row)![0];
  });

it('a card is tokenized once, charged by its token, and no place has the number of the token', async () => {
  const made = ok(await tokenize(numbers.tokenized, 'cus_a', merchant, { card_cvc: '123' }));
  expect(made).toMatchObject({
    card_tokenized: true,
    error_code: null,
    error_message: null,
    customer: { id: 'cus_a' },
    payment_method_response: { payment_method_id: idLike('pm'), payment_method: 'card', customer_id: 'cus_a' },
    tokenization_data: {
      card: { raw_card_number: '411111******1111', card_expiry_month: '10', card_expiry_year: '35' },
    },
  });
  const id = made.payment_method_response.payment_method_id as string;
  for (const again of [await tokenize(numbers.tokenized, 'cus_a'), await tokenizeSaved(id, 'cus_a')])
    expect(ok(again)).toMatchObject({ card_tokenized: true, payment_method_response: { payment_method_id: id } });
  const paid = await pay('cus_a');
  expect(paid).toMatchObject({
    status: 'succeeded',
    connector: 'adyen_test',
    payment_method_id: id,
    payment_method_tokenization_details: { payment_method_id: id, network_tokenization: true },
  });
  // The processor got no card: its ledger shows the last digits of one.
  expect(operationsOf(paid)).toMatchObject([{ kind: 'payment', card: null }]);
  const reference = await referenceOf(id);
  expect(requestsOf(reference).map(({ kind }) => kind)).toEqual(['token_provision', 'token_cryptogram']);
  const apps = ['gateway', 'payments', 'routing', 'connector-worker'] as const;
  const places = [...(await dump(system)), ...(await topics(system)), ...logs(system, apps), ledger(system)];
  const found = places.filter(({ content }) => /489537\d{10}/.test(content.toString('latin1')));
  expect(found.map(({ name }) => name)).toEqual([]);
  ok(await merchant.api.raw('DELETE', `/payment_methods/${id}`));
  await eventually(() => isEnded(reference));
});

it('a processor that takes no network tokens gets the number', async () => {
  ok(await tokenize(numbers.tokenized, 'cus_a', elsewhere));
  const paid = await pay('cus_a', elsewhere);
  expect(paid).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
  expect(operationsOf(paid)).toMatchObject([{ kind: 'payment', card: '1111' }]);
});

it('without a cryptogram the processor gets the number; a provision without an answer is repeated, and finds its token', async () => {
  const match = { kind: 'token_provision', card: numbers.repeated };
  ok(await system.sandbox.post('/control/faults', { match, fault: 'execute_then_500', times: 1 }));
  expect((await tokenize(numbers.repeated, 'cus_b')).status).toBe(503);
  const made = ok(await tokenize(numbers.repeated, 'cus_b'));
  expect(made.card_tokenized).toBe(true);
  const reference = await referenceOf(made.payment_method_response.payment_method_id);
  const stored = system.ledger().filter((entry) => entry.network_token?.reference === reference);
  expect([stored.length, requestsOf(reference).length]).toEqual([1, 2]);
  // The service has forgotten the token, so that it makes no cryptogram.
  const forget = { authorization: 'Bearer test_token_requestor' };
  ok(await system.sandbox.raw('DELETE', `/token-service/v1/tokens/${reference}`, undefined, forget));
  const paid = await pay('cus_b');
  expect(paid.status).toBe('succeeded');
  expect(operationsOf(paid)).toMatchObject([{ kind: 'payment', card: '1117' }]);
  expect(requestsOf(reference).at(-1)).toMatchObject({ kind: 'token_cryptogram' });
});

it('a card of which the network makes no token stays saved, and its customer’s deletion ends every token', async () => {
  const refused = ok(await tokenize(numbers.refused, 'cus_c'));
  expect(refused).toMatchObject({
    card_tokenized: false,
    error_code: 'card_not_eligible',
    error_message: 'The issuer does not take part',
    payment_method_response: { payment_method_id: idLike('pm') },
  });
  expect(await pay('cus_c')).toMatchObject({
    status: 'succeeded',
    payment_method_tokenization_details: { network_tokenization: false },
  });
  const made = ok(await tokenize(numbers.tokenized, 'cus_c'));
  const references = await Promise.all(
    [refused, made].map((one) => referenceOf(one.payment_method_response.payment_method_id)),
  );
  ok(await merchant.api.raw('DELETE', '/customers/cus_c'));
  await eventually(() => references.every(isEnded));
});

it('a declined token is followed by the number once, where the rule and the profile permit it', async () => {
  const key = { ...gsmBody('DC_08'), connector: 'adyen_test', message: declinedToken };
  ok(await system.admin.post('/gsm', { ...key, decision: 'retry', clear_pan_possible: true }));
  try {
    ok(await tokenize(numbers.declined, 'cus_d'));
    ok(await profileOf(merchant, { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 }));
    expect(await pay('cus_d')).toMatchObject({ status: 'failed', error_message: declinedToken, attempt_count: 1 });
    ok(await profileOf(merchant, { is_clear_pan_retries_enabled: true }));
    const paid = await eventually(async () => {
      const payment = await pay('cus_d');
      expect(payment).toMatchObject({ status: 'succeeded', attempt_count: 2, connector: 'adyen_test' });
      return payment;
    });
    expect(operationsOf(paid)).toMatchObject([{ kind: 'payment', card: '0103' }]);
  } finally {
    const { connector, flow, sub_flow, code, message } = key;
    ok(await system.admin.post('/gsm/delete', { connector, flow, sub_flow, code, message }));
  }
});

it('a file is tokenized row by row', async () => {
  const [, saved] = [await tokenize(numbers.refused, 'cus_e'), ok(await tokenize(numbers.tokenized, 'cus_e'))];
  const id = saved.payment_method_response.payment_method_id as string;
  const rows = [
    'customer_id,payment_method_id,name,raw_card_number,card_expiry_month,card_expiry_year',
    `cus_f,,Ada Doe,${numbers.tokenized},10,35`,
    `cus_f,,Ada Doe,${numbers.refused},10,35`,
    `cus_e,${id},,,,`,
    'cus_f,,,4242424242424241,10,35',
  ];
  const path = '/payment_methods/tokenize-card-batch';
  const form = { fields: { merchant_id: merchant.merchantId } };
  const results: Json[] = ok(await upload(system.admin, path, rows.join('\n'), form));
  expect(results).toMatchObject([
    { card_tokenized: true, customer: { id: 'cus_f', name: 'Ada Doe' } },
    { card_tokenized: false, error_code: 'card_not_eligible' },
    { card_tokenized: true, payment_method_response: { payment_method_id: id } },
    { card_tokenized: false, error_code: 'IR_05', payment_method_response: null },
  ]);
  expect(JSON.stringify(results)).not.toContain(numbers.tokenized);
});

describe('a request for a network token is refused', () => {
  it.each([
    ['without a card', () => system.admin.post('/payment_methods/tokenize-card', body({})), missing('card')],
    [
      'with a number of which a part is missing',
      () => tokenize('411111XXXXXX1111', 'cus_a'),
      wrongFormat('card.raw_card_number', 'a whole card number'),
    ],
    [
      'with a card and a saved payment method',
      () => tokenizeSaved('pm_1', 'cus_a', { card: cardOf(numbers.tokenized), existing_payment_method: {} }),
      notAllowed('card belongs to another operation'),
    ],
    [
      'of an unknown payment method',
      () => tokenizeSaved('pm_unknown', 'cus_a'),
      refusal(404, 'HE_02', 'Payment method does not exist in our records'),
    ],
    ['without a customer', () => tokenizeSaved('pm_1', null), missing('customer.id')],
    [
      'that would change the saved payment method',
      () => tokenizeSaved('pm_1', 'cus_a', { existing_payment_method: {}, metadata: { a: 'b' } }),
      refusal(501, 'IR_00', 'metadata of a saved payment method is not implemented'),
    ],
    [
      'with a CVC that is none',
      () => tokenize(numbers.tokenized, 'cus_a', merchant, { card_cvc: '12' }),
      precondition('Invalid card_cvc length'),
    ],
  ])('%s', async (_, send, expected) => expect(statusAndBody((await send()) as never)).toEqual(expected));

  it('of the card of another customer', async () => {
    const made = ok(await tokenize(numbers.tokenized, 'cus_g'));
    const answer = await tokenizeSaved(made.payment_method_response.payment_method_id, 'cus_other');
    expect(answer.status).toBe(404);
  });
});

const body = (more: object) => ({ merchant_id: merchant.merchantId, customer: { id: 'cus_a' }, ...more });
