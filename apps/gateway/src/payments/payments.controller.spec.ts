import 'reflect-metadata';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Outgoing } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { AskOptions, Reply, Silent } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import { generateKeyPairSync } from 'node:crypto';
import { AccountCache } from '../auth/account-cache';
import { adminKeyToken } from '../auth/auth.guard';
import { serverOptions } from '../edge';
import { AskOwner } from '../owners/ask-owner';
import type { AccountSnapshot } from '../persistence/account-snapshot';
import { ProcessorWebhooks } from '../processor-webhooks/processor-webhooks';
import { setUpServer } from '../server';
import { Payments } from './payments';
import { PaymentsController } from './payments.controller';
import { CardSealer } from './seal-card';

const account: AccountSnapshot = {
  merchantId: 'acme' as MerchantId,
  accountVersion: 7,
  defaultProfileId: 'pro_1' as ProfileId,
  profiles: [{ profileId: 'pro_1' as ProfileId, profileName: 'default' }],
};
/** Made by another gateway a moment ago. */
const newer: AccountSnapshot = {
  ...account,
  profiles: [...account.profiles, { profileId: 'pro_2' as ProfileId, profileName: 'second' }],
};

const cache = {
  merchantOfApiKey: (key: string) => Promise.resolve(key === 'dev_right' ? account.merchantId : undefined),
  merchantOfPublishableKey: (key: string) => Promise.resolve(key === 'pk_dev_right' ? account.merchantId : undefined),
  account: () => Promise.resolve(account),
  accountAnew: () => Promise.resolve(newer),
};

interface Asked {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly options: AskOptions;
}

let app: NestFastifyApplication;
let asked: Asked[] = [];
let replies: (Reply | Silent)[] = [];

/** The owner of payments, as the test wants it to answer. */
const requester = {
  ask: ({ message, data }: Outgoing, options: AskOptions): Promise<Reply | Silent> => {
    asked.push({ type: message.type, data: data as Record<string, unknown>, options });
    return Promise.resolve(replies.shift() ?? { kind: 'silent' });
  },
};

beforeAll(async () => {
  const owner = new AskOwner(requester, { slowMs: 35_000, quickMs: 5_000 });
  const sealer = new CardSealer({
    sealingKey: { kid: 'k1', key: generateKeyPairSync('x25519').publicKey },
    fingerprintKey: new Secret('key'),
    vault: { hold: () => Promise.resolve('held') },
  });
  const module = await Test.createTestingModule({
    controllers: [PaymentsController],
    providers: [
      { provide: AccountCache, useValue: cache },
      { provide: adminKeyToken, useValue: new Secret('test_admin') },
      { provide: ProcessorWebhooks, useValue: { receive: () => Promise.resolve(undefined) } },
      { provide: Payments, useValue: new Payments(owner, sealer, cache) },
    ],
  }).compile();
  const made = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(serverOptions), {
    logger: false,
  });
  setUpServer(made, silentLogger);
  app = made;
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());
beforeEach(() => {
  asked = [];
  replies = [];
});

const answer = (text: string): Reply => ({ kind: 'answer', body: Buffer.from(text) });
const call = (
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  headers: Record<string, string> = { 'api-key': 'dev_right' },
) =>
  app.inject({
    method,
    url,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  });

const money = { amount: 6540, currency: 'USD' };
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '40', card_cvc: '123' };
const withCard = { payment_method: 'card', payment_method_data: { card } };

it('passes the bytes of the owner through, whatever they are', async () => {
  replies = [answer('{"status":"succeeded", "odd" : 1.0}')];
  const response = await call('POST', '/payments', { ...money, ...withCard, confirm: true });
  expect([response.statusCode, response.body]).toEqual([200, '{"status":"succeeded", "odd" : 1.0}']);
  expect(response.headers['content-type']).toBe('application/json');
});

it('asks the owner under an id of its own making, with the settings it knew and its patience', async () => {
  replies = [answer('{}')];
  const response = await call('POST', '/payments', { ...money, ...withCard, confirm: true });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    type: 'payment.create',
    data: { merchantId: 'acme', profileId: 'pro_1', confirm: true, callerIp: '127.0.0.1', fields: { amount: 6540n } },
    options: { deadlineMs: 35_000, accountVersion: 7, correlationId: response.headers['x-request-id'] },
  });
  expect(asked[0]!.data['paymentId']).toMatch(/^pay_[0-9A-Za-z]{20}$/);
  expect(
    JSON.stringify(asked[0]!.data, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  ).not.toContain(card.card_number);
});

it('keeps an id that the merchant chose, and absent apart from false', async () => {
  replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments', { ...money, payment_id: 'order-1' });
  await call('POST', '/payments', { ...money, payment_id: 'order-2', confirm: false });
  expect(asked.map(({ data, options }) => [data['paymentId'], data['confirm'], options.deadlineMs])).toEqual([
    ['order-1', null, 5_000],
    ['order-2', false, 5_000],
  ]);
});

it('finds a profile that another gateway has just made', async () => {
  replies = [answer('{}')];
  await call('POST', '/payments', { ...money, profile_id: 'pro_2' });
  expect(asked[0]?.data['profileId']).toBe('pro_2');
});

type Expected = [status: number, code: string, message: string];

it.each<[string, string, object | undefined, Record<string, string>, Expected]>([
  ['POST', '/payments', {}, { 'api-key': 'dev_right' }, [400, 'IR_04', 'Missing required param: currency']],
  ['POST', '/payments', money, {}, [401, 'IR_01', 'API key not provided or invalid API key used']],
  [
    'POST',
    '/payments',
    money,
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments',
    { ...money, capture_method: 'scheduled' },
    {},
    [501, 'IR_00', 'This API is under development and will be made available soon.'],
  ],
  [
    'POST',
    '/payments',
    { ...money, profile_id: 'pro_x' },
    { 'api-key': 'dev_right' },
    [404, 'HE_02', 'Business profile with the given id pro_x does not exist'],
  ],
  ['GET', '/payments/pay_1', undefined, {}, [400, 'IR_04', 'Missing required param: api_key']],
  [
    'GET',
    '/payments/pay_1',
    undefined,
    { 'api-key': 'pk_dev_right' },
    [400, 'IR_04', 'Missing required param: client_secret'],
  ],
  [
    'GET',
    '/payments/pay_1?client_secret=s',
    undefined,
    { 'api-key': 'dev_right' },
    [422, 'IR_06', 'client_secret is not a valid parameter'],
  ],
  [
    'GET',
    "/payments/x'--",
    undefined,
    { 'api-key': 'dev_right' },
    [404, 'HE_02', 'Payment does not exist in our records'],
  ],
  ['POST', '/payments/pay_1/confirm', {}, {}, [400, 'IR_04', 'Missing required param: api_key']],
  [
    'POST',
    '/payments/pay_1/capture',
    { amount_to_capture: -1 },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'amount contains invalid data. Expected format is positive integer'],
  ],
  [
    'POST',
    '/payments/pay_1/capture',
    { merchant_id: 'other' },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'merchant_id contains invalid data. Expected format is merchant_id from merchant account'],
  ],
  [
    'POST',
    '/payments/pay_1/cancel',
    {},
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/incremental_authorization',
    { amount: 1_000_000_000 },
    { 'api-key': 'dev_right' },
    [400, 'IR_16', 'amount should not be more than 999999999'],
  ],
  [
    'POST',
    '/payments/sync',
    { payment_id: 'pay_1', merchant_id: 'other' },
    { 'api-key': 'dev_right' },
    [422, 'IR_05', 'merchant_id contains invalid data. Expected format is merchant_id from merchant account'],
  ],
  [
    'POST',
    '/payments/pay_1/update_metadata',
    { metadata: { a: 1 } },
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
  [
    'POST',
    '/payments/pay_1/incremental_authorization',
    { amount: 7000 },
    { 'api-key': 'pk_dev_right' },
    [401, 'IR_01', 'API key not provided or invalid API key used'],
  ],
])(
  '%s %s with %j and %j is refused: %j, and nobody is asked',
  async (method, url, body, headers, [status, code, message]) => {
    const response = await call(method as 'GET', url, body, headers);
    expect([response.statusCode, response.json()]).toEqual([
      status,
      { error: { type: 'invalid_request', message, code } },
    ]);
    expect(asked).toEqual([]);
  },
);

it('refuses an unknown field even to callers without a key', async () => {
  const response = await call('POST', '/payments', { ...money, surprise: 1 }, {});
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: { error_type: 'invalid_request', code: 'IR_06' } });
});

it("renders the owner's refusals", async () => {
  replies = [
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
  expect(asked[0]?.data).toMatchObject({ amountToCapture: 0n });
});

it('has the owner raise what is held, and leaves to it what is too little', async () => {
  replies = [answer('{}'), answer('{}')];
  await call('POST', '/payments/pay_1/incremental_authorization', { amount: 7000, reason: 'Minibar' });
  await call('POST', '/payments/pay_1/incremental_authorization', { amount: -1 });
  expect(asked.map(({ type, data, options }) => [type, data['amount'], data['reason'], options.deadlineMs])).toEqual([
    ['payment.increment', 7000n, 'Minibar', 35_000],
    ['payment.increment', 0n, null, 35_000],
  ]);
});

it('sends what is paid with sealed, whatever it is', async () => {
  replies = [answer('{}')];
  const payment_method_data = { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } };
  const debit = { payment_method: 'bank_debit', payment_method_type: 'sepa', payment_method_data };
  await call('POST', '/payments', { ...money, ...debit, payment_experience: 'redirect_to_url' });
  expect(asked[0]?.data['fields']).toMatchObject({
    paymentMethod: 'bank_debit',
    sealedMethodData: { reference: expect.stringMatching(/^data_/) as string },
    paymentMethodData: { bank_debit: { sepa: { iban: '******************3000' } } },
    details: { payment_experience: 'redirect_to_url' },
  });
  expect(
    JSON.stringify(asked[0]!.data['fields'], (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  ).not.toContain('DE89370400440532013000');
});

it('answers the state of a payment whose owner was silent, and 503 where there is none', async () => {
  replies = [{ kind: 'silent' }, answer('{"status":"processing"}'), { kind: 'silent' }, refuse('payment_not_found')];
  const found = await call('POST', '/payments/pay_1/confirm', withCard);
  const lost = await call('POST', '/payments', money);
  expect([found.statusCode, found.json()]).toEqual([200, { status: 'processing' }]);
  expect([lost.statusCode, lost.headers['retry-after']]).toEqual([503, '1']);
  expect(asked.map(({ type }) => type)).toEqual(['payment.confirm', 'payment.look', 'payment.create', 'payment.look']);
  expect(asked[3]?.data['paymentId']).toBe(asked[2]?.data['paymentId']);
});

it('shows a client what is for clients', async () => {
  replies = [answer('{}'), answer('{}')];
  const headers = { 'api-key': 'pk_dev_right' };
  await call('GET', '/payments/pay_1?client_secret=s', undefined, headers);
  await call('POST', '/payments/pay_1/confirm', { ...withCard, client_secret: 's' }, headers);
  expect(asked.map(({ data }) => data['caller'])).toEqual([
    { kind: 'client', clientSecret: 's' },
    { kind: 'client', clientSecret: 's' },
  ]);
});

it('asks once to retrieve, and the processor too where that is wanted', async () => {
  replies = [answer('{}'), answer('{}')];
  await call('GET', '/payments/pay_1?expand_attempts=true');
  await call('GET', '/payments/pay_1?force_sync=true');
  expect(asked.map(({ type, data, options }) => [type, data['expandAttempts'], options.deadlineMs])).toEqual([
    ['payment.get', true, 5_000],
    ['payment.sync', false, 35_000],
  ]);
});

it('retrieves by a body as by a query', async () => {
  replies = [answer('{"odd" : 1.0}'), answer('{}')];
  const headers = { 'api-key': 'pk_dev_right' };
  const found = await call('POST', '/payments/sync', { payment_id: 'pay_1', expand_captures: true, surprise: 1 });
  await call('POST', '/payments/sync', { payment_id: 'pay_1', force_sync: true, client_secret: 's' }, headers);
  expect([found.statusCode, found.body]).toEqual([200, '{"odd" : 1.0}']);
  expect(asked.map(({ type, data }) => [type, data['paymentId'], data['expandCaptures'], data['caller']])).toEqual([
    ['payment.get', 'pay_1', true, { kind: 'merchant' }],
    ['payment.sync', 'pay_1', false, { kind: 'client', clientSecret: 's' }],
  ]);
});

it('takes no credentials with a request to retrieve', async () => {
  const sent = { payment_id: 'pay_1', merchant_connector_details: { creds_identifier: 'x' } };
  const response = await call('POST', '/payments/sync', sent);
  expect([response.statusCode, response.json()]).toMatchObject([501, { error: { code: 'IR_00' } }]);
  expect(asked).toEqual([]);
});

it('tells of a payment whose metadata changed only that, also where its owner was silent first', async () => {
  const shown = { payment_id: 'pay_1', metadata: { a: 1 }, status: 'succeeded', feature_metadata: null };
  const whole = answer(JSON.stringify({ client_secret: 's', ...shown, amount: 6540 }));
  replies = [whole, { kind: 'silent' }, whole, refuse('payment_not_found')];
  const sent = { metadata: { a: 1 }, feature_metadata: { search_tags: ['b'] } };
  const [first, behind, lost] = [
    await call('POST', '/payments/pay_1/update_metadata', sent),
    await call('POST', '/payments/pay_1/update_metadata', sent),
    await call('POST', '/payments/pay_1/update_metadata', sent),
  ];
  expect([first.json(), behind.json(), lost.statusCode]).toEqual([shown, shown, 404]);
  expect(asked[0]).toMatchObject({
    type: 'payment.update_metadata',
    data: { paymentId: 'pay_1', metadata: { a: 1 }, featureMetadata: { search_tags: ['b'] } },
  });
});

it.each(['PUT', 'GET', 'POST'] as const)('takes a webhook by %s, whatever its body', async (method) => {
  const response = await app.inject({
    method,
    url: '/webhooks/acme/stripe_test',
    ...(method !== 'GET' && { payload: '{"not json', headers: { 'content-type': 'application/json' } }),
  });
  expect([response.statusCode, response.body]).toEqual([200, '']);
});
