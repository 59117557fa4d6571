import 'reflect-metadata';
import { refuse } from '@payorch/contracts';
import { answer, card, money, withCard, paymentsServer } from '../../../test/payments-server';

const { owner, inject, call } = paymentsServer();

it("the owner's bytes are returned unchanged", async () => {
  owner.replies = [answer('{"status":"succeeded", "odd" : 1.0}')];
  const response = await call('POST', '/payments', { ...money, ...withCard, confirm: true });
  expect([response.statusCode, response.body]).toEqual([200, '{"status":"succeeded", "odd" : 1.0}']);
  expect(response.headers['content-type']).toBe('application/json');
});

it('the command has a generated payment id, the settings version and its timeout', async () => {
  owner.replies = [answer('{}')];
  const response = await call('POST', '/payments', { ...money, ...withCard, confirm: true });
  expect(owner.sentMessages).toHaveLength(1);
  expect(owner.sentMessages[0]).toMatchObject({
    type: 'payment.create',
    data: { merchantId: 'acme', profileId: 'pro_1', confirm: true, callerIp: '127.0.0.1', fields: { amount: 6540n } },
    options: { deadlineMs: 35_000, accountVersion: 7, correlationId: response.headers['x-request-id'] },
  });
  expect(owner.sentMessages[0]!.data['paymentId']).toMatch(/^pay_[0-9A-Za-z]{20}$/);
  expect(
    JSON.stringify(owner.sentMessages[0]!.data, (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  ).not.toContain(card.card_number);
});

it("the merchant's own id is used, and absent differs from false", async () => {
  owner.replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments', { ...money, payment_id: 'order-1' });
  await call('POST', '/payments', { ...money, payment_id: 'order-2', confirm: false });
  expect(
    owner.sentMessages.map(({ data, options }) => [data['paymentId'], data['confirm'], options.deadlineMs]),
  ).toEqual([
    ['order-1', null, 5_000],
    ['order-2', false, 5_000],
  ]);
});

it('a profile that another gateway just created is found', async () => {
  owner.replies = [answer('{}')];
  await call('POST', '/payments', { ...money, profile_id: 'pro_2' });
  expect(owner.sentMessages[0]?.data['profileId']).toBe('pro_2');
});

it("an owner's refusal becomes an error response", async () => {
  owner.replies = [
    refuse('wrong_payment_state', {
      flow: 'captured',
      field: 'payment.status',
      value: 'succeeded',
      states: 'requires_capture',
    }),
  ];
  const response = await call('POST', '/payments/pay_1/capture', { amount_to_capture: 0 });
  expect([response.statusCode, response.json()]).toEqual([
    400,
    {
      error: {
        type: 'invalid_request',
        code: 'IR_14',
        message:
          'This Payment could not be captured because it has a payment.status of succeeded. The expected state is requires_capture',
      },
    },
  ]);
  expect(owner.sentMessages[0]?.data).toMatchObject({ amountToCapture: 0n });
});

it('an incremental authorization reaches the owner, also with too small an amount', async () => {
  owner.replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments/pay_1/incremental_authorization', { amount: 7000, reason: 'Minibar' });
  await call('POST', '/payments/pay_1/incremental_authorization', { amount: -1 });
  expect(
    owner.sentMessages.map(({ type, data, options }) => [type, data['amount'], data['reason'], options.deadlineMs]),
  ).toEqual([
    ['payment.increment', 7000n, 'Minibar', 35_000],
    ['payment.increment', 0n, null, 35_000],
  ]);
});

it.each(['extend_authorization', 'approve', 'reject'])('the route %s sends its command', async (name) => {
  owner.replies = [answer('{}')];
  await call('POST', `/payments/pay_1/${name}`, {});
  expect(owner.sentMessages.map(({ type, data, options }) => [type, data['paymentId'], options.deadlineMs])).toEqual([
    [`payment.${name.replace('_authorization', '')}`, 'pay_1', 35_000],
  ]);
});

const inBerlin = { address: { city: 'Berlin' } };
const wholeBerlin = { address: { city: 'Berlin', zip: null }, phone: null, email: null };

it('complete_authorize reaches the owner with the shipping address, if any', async () => {
  owner.replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments/pay_1/complete_authorize', { shipping: inBerlin, threeds_method_comp_ind: 'Y' });
  await call('POST', '/payments/pay_1/complete_authorize', {});
  expect(owner.sentMessages.map(({ type, data }) => [type, data])).toMatchObject([
    ['payment.complete_authorize', { caller: { kind: 'merchant' }, shipping: wholeBerlin }],
    ['payment.complete_authorize', { shipping: null }],
  ]);
});

it('the tax response shows the amounts of the payment', async () => {
  const sums = { currency: 'KWD', net_amount: 6540, order_tax_amount: null, shipping_cost: 40 };
  owner.replies = [answer(JSON.stringify({ ...sums, payment_id: 'pay_1', status: 'processing' }))];
  const sent = { shipping: inBerlin, payment_method_type: 'credit', client_secret: 's' };
  const response = await call('POST', '/payments/pay_1/calculate_tax', sent, { 'api-key': 'pk_dev_right' });
  expect(response.json()).toEqual({
    payment_id: 'pay_1',
    net_amount: 6540,
    order_tax_amount: null,
    shipping_cost: 40,
    display_amount: { net_amount: '6.540', order_tax_amount: '0.000', shipping_cost: '0.040' },
  });
  expect(owner.sentMessages.map(({ type, data }) => [type, data])).toMatchObject([
    ['payment.calculate_tax', { caller: { kind: 'client', clientSecret: 's' }, shipping: wholeBerlin }],
  ]);
});

it('a post-capture void and its sync reach the owner', async () => {
  owner.replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments/pay_1/cancel_post_capture', { cancellation_reason: 'duplicate' });
  await call('GET', '/payments/pay_1/cancel_post_capture');
  expect(
    owner.sentMessages.map(({ type, data, options }) => [type, data['cancellationReason'], options.deadlineMs]),
  ).toEqual([
    ['payment.cancel_post_capture', 'duplicate', 35_000],
    ['payment.cancel_post_capture_sync', undefined, 35_000],
  ]);
});

it('payment method data is sealed before it is sent', async () => {
  owner.replies = [answer('{}')];
  const payment_method_data = { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } };
  const debit = { payment_method: 'bank_debit', payment_method_type: 'sepa', payment_method_data };
  await call('POST', '/payments', { ...money, ...debit, payment_experience: 'redirect_to_url' });
  expect(owner.sentMessages[0]?.data['fields']).toMatchObject({
    paymentMethod: 'bank_debit',
    sealedMethodData: { reference: expect.stringMatching(/^data_/) as string },
    paymentMethodData: { bank_debit: { sepa: { iban: '******************3000' } } },
    details: { payment_experience: 'redirect_to_url' },
  });
  expect(
    JSON.stringify(owner.sentMessages[0]!.data['fields'], (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  ).not.toContain('DE89370400440532013000');
});

it("a command without a reply returns the payment's state, or 503 without a payment", async () => {
  owner.replies = [
    { kind: 'no_reply' },
    answer('{"status":"processing"}'),
    { kind: 'no_reply' },
    refuse('payment_not_found'),
  ];
  const found = await call('POST', '/payments/pay_1/confirm', withCard);
  const lost = await call('POST', '/payments', money);
  expect([found.statusCode, found.json()]).toEqual([200, { status: 'processing' }]);
  expect([lost.statusCode, lost.headers['retry-after']]).toEqual([503, '1']);
  expect(owner.sentMessages.map(({ type }) => type)).toEqual([
    'payment.confirm',
    'payment.check',
    'payment.create',
    'payment.check',
  ]);
  expect(owner.sentMessages[3]?.data['paymentId']).toBe(owner.sentMessages[2]?.data['paymentId']);
});

it('a client gets its own view', async () => {
  owner.replies = [answer('{}'), answer('{}')];
  const headers = { 'api-key': 'pk_dev_right' };
  await call('GET', '/payments/pay_1?client_secret=s', undefined, headers);
  await call('POST', '/payments/pay_1/confirm', { ...withCard, client_secret: 's' }, headers);
  expect(owner.sentMessages.map(({ data }) => data['caller'])).toEqual([
    { kind: 'client', clientSecret: 's' },
    { kind: 'client', clientSecret: 's' },
  ]);
});

it('retrieve sends one query, and force_sync a sync', async () => {
  owner.replies = [answer('{}'), answer('{}')];
  await call('GET', '/payments/pay_1?expand_attempts=true');
  await call('GET', '/payments/pay_1?force_sync=true');
  expect(
    owner.sentMessages.map(({ type, data, options }) => [type, data['expandAttempts'], options.deadlineMs]),
  ).toEqual([
    ['payment.get', true, 5_000],
    ['payment.sync', false, 35_000],
  ]);
});

it('sync by body equals retrieve by query', async () => {
  owner.replies = [answer('{"odd" : 1.0}'), answer('{}')];
  const headers = { 'api-key': 'pk_dev_right' };
  const found = await call('POST', '/payments/sync', { payment_id: 'pay_1', expand_captures: true, surprise: 1 });
  await call('POST', '/payments/sync', { payment_id: 'pay_1', force_sync: true, client_secret: 's' }, headers);
  expect([found.statusCode, found.body]).toEqual([200, '{"odd" : 1.0}']);
  expect(
    owner.sentMessages.map(({ type, data }) => [type, data['paymentId'], data['expandCaptures'], data['caller']]),
  ).toEqual([
    ['payment.get', 'pay_1', true, { kind: 'merchant' }],
    ['payment.sync', 'pay_1', false, { kind: 'client', clientSecret: 's' }],
  ]);
});

it('the owner checks the client of session tokens, whose path is a reserved payment id', async () => {
  owner.replies = [
    answer('{"profileId":"pro_1","money":{"amount":6540,"currency":"USD"},"country":null,"email":null}'),
    refuse('client_secret_expired'),
  ];
  const send = () =>
    call(
      'POST',
      '/payments/session_tokens',
      { payment_id: 'pay_1', client_secret: 's', wallets: [] },
      { 'api-key': 'pk_dev_right' },
    );
  const [made, refused] = [await send(), await send()];
  expect([made.statusCode, made.json()]).toEqual([200, { payment_id: 'pay_1', client_secret: 's', session_token: [] }]);
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: { code: 'IR_08' } }]);
  expect(owner.sentMessages.map(({ type, data, options }) => [type, data['caller'], options.deadlineMs])).toEqual([
    ['payment.session', { kind: 'client', clientSecret: 's' }, 5_000],
    ['payment.session', { kind: 'client', clientSecret: 's' }, 5_000],
  ]);
});

it('a metadata update returns only the metadata, also after a missing reply', async () => {
  const shown = { payment_id: 'pay_1', metadata: { a: 1 }, status: 'succeeded', feature_metadata: null };
  const whole = answer(JSON.stringify({ client_secret: 's', ...shown, amount: 6540 }));
  owner.replies = [whole, { kind: 'no_reply' }, whole, refuse('payment_not_found')];
  const sent = { metadata: { a: 1 }, feature_metadata: { search_tags: ['b'] } };
  const [first, behind, lost] = [
    await call('POST', '/payments/pay_1/update_metadata', sent),
    await call('POST', '/payments/pay_1/update_metadata', sent),
    await call('POST', '/payments/pay_1/update_metadata', sent),
  ];
  expect([first.json(), behind.json(), lost.statusCode]).toEqual([shown, shown, 404]);
  expect(owner.sentMessages[0]).toMatchObject({
    type: 'payment.update_metadata',
    data: { paymentId: 'pay_1', metadata: { a: 1 }, featureMetadata: { search_tags: ['b'] } },
  });
});

it.each(['PUT', 'GET', 'POST'] as const)('a webhook by %s with any body reaches its route', async (method) => {
  const response = await inject({
    method,
    url: '/webhooks/acme/stripe_test',
    ...(method !== 'GET' && { payload: '{"not json', headers: { 'content-type': 'application/json' } }),
  });
  expect([response.statusCode, response.body]).toEqual([200, '']);
});

describe('a reward', () => {
  const reward = { payment_method: 'reward', payment_method_type: 'classic', payment_method_data: 'reward' };

  it('a reward has no data to seal', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payments', { ...money, ...reward, confirm: true });
    const { fields } = owner.sentMessages[0]!.data as { fields: object };
    expect(fields).toMatchObject({ paymentMethod: 'reward', paymentMethodData: { reward: {} } });
    expect(fields).not.toHaveProperty('sealedMethodData');
  });

  it('a reward is not a card', async () => {
    const { statusCode, body } = await call('POST', '/payments', {
      ...money,
      ...withCard,
      payment_method_data: 'reward',
    });
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      422,
      { error: { message: "payment_method_data doesn't correspond to the specified payment_method" } },
    ]);
  });
});
