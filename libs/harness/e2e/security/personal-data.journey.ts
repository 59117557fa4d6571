import { catalogue } from '@payorch/connectors/catalogue';
import { publicTopics } from '@payorch/contracts';
import { allApps } from '@payorch/provisioning';
import {
  aMerchant,
  apiAt,
  aReceiver,
  cardFields,
  cards,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  type Answer,
  type Api,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { choose } from '../support/browser';
import type { Marker, Place } from '../support/card-markers';
import { clientSecretsIn, findPersonal, personalMarkers } from '../support/personal-markers';
import { eventAbout, paymentAtProcessor, postWebhook, signed, webhookPath } from '../support/processor-webhook';
import { operationsOf, rowsOf } from '../support/rows';
import * as traces from '../support/stored-traces';
import { atStripe } from '../shared/stripe/at-stripe';
import { system } from './marker-system';

const mark = personalMarkers();
/** Texts of the merchant that may be stored as they are: metadata, and the reason of a refund. */
const merchantText = personalMarkers();
/** What a processor wrote about a decline. */
let processorText: Marker;
const webhookSecret = 'whsec_of_this_spec';
/** The sandbox is the processor: it is outside. */
const ourApps = allApps.filter((name) => name !== 'sandbox');

let receiver: Receiver;
/** At the test processors, and at Stripe. */
let merchant: TestMerchant;
let savingMerchant: TestMerchant;
const answers: Answer[] = [];

/** Collects every answer, for its client secrets. */
const noting = (api: Api): Api => {
  const noted = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return answers.at(-1)!;
  };
  return {
    get: (path, headers) => noted(api.get(path, headers)),
    post: (path, body, headers) => noted(api.post(path, body, headers)),
    raw: (method, path, body, headers) => noted(api.raw(method, path, body, headers)),
  };
};
const post = async (path: string, body: object = {}, headers = {}, of = merchant): Promise<Json> =>
  ok(await noting(of.api).post(path, body, headers));
const get = async (path: string, of = merchant): Promise<Json> => ok(await noting(of.api).get(path));

const addressOf = (name: string) => ({
  address: {
    line1: mark.text(`${name}line1`),
    line2: mark.text(`${name}line2`),
    line3: mark.text(`${name}line3`),
    city: mark.text(`${name}city`),
    state: 'California',
    zip: mark.digits(),
    country: 'US',
    first_name: mark.text(`${name}first`),
    last_name: mark.text(`${name}last`),
  },
  phone: { number: mark.digits(), country_code: '+1' },
  email: mark.email(`${name}mail`),
});
const browser = (name: string) => ({
  user_agent: mark.text(`${name}agent`),
  accept_header: mark.text(`${name}accept`),
  ip_address: mark.ip(),
  language: 'en-US',
  color_depth: 24,
  screen_height: 800,
  screen_width: 1200,
  time_zone: 0,
  java_enabled: true,
  java_script_enabled: true,
  device_model: mark.text(`${name}device`),
});
const acceptance = (name: string) => ({
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: mark.ip(), user_agent: mark.text(`${name}agent`) },
});
/** The fields of a payment about a person. */
const person = (name: string) => ({
  name: mark.text(`${name}name`),
  email: mark.email(name),
  phone: mark.digits(),
  phone_country_code: '+1',
  billing: addressOf(`${name}billing`),
  shipping: addressOf(`${name}shipping`),
  browser_info: browser(name),
  description: mark.text(`${name}description`),
  statement_descriptor_name: mark.text('st').slice(0, 18),
  order_details: [{ product_name: mark.text(`${name}product`), quantity: 1, amount: 6540 }],
});
const cardOf = (name: string, number: string = cards.succeeds) =>
  cardFields(number, { card_holder_name: mark.text(`${name}holder`), nick_name: mark.text(`${name}nick`) });
const payment = (name: string, more: object = {}) =>
  paymentBody({ ...cardOf(name), ...person(name), customer_id: `cus_${name}`, ...more });

const everyMethodOf = (name: 'stripe_test') =>
  catalogue[name].capabilities.map(({ paymentMethod, paymentMethodTypes }) => ({
    payment_method: paymentMethod,
    payment_method_types: paymentMethodTypes.map((payment_method_type) => ({ payment_method_type })),
  }));

async function aMarkedMerchant(): Promise<TestMerchant> {
  const { connector_account_details } = connectorBody('stripe_test');
  const { api_key } = connector_account_details;
  ok(await system.sandbox.post('/control/webhooks', { api_key, secret: webhookSecret }));
  const merchant_details = {
    primary_contact_person: mark.text('primary'),
    primary_phone: mark.digits(),
    primary_email: mark.email('primary'),
    secondary_contact_person: mark.text('secondary'),
    secondary_phone: mark.digits(),
    secondary_email: mark.email('secondary'),
    address: addressOf('merchant').address,
  };
  const webhook_details = { webhook_url: receiver.url };
  return aMerchant(system, {
    account: { return_url: 'https://shop.example/done', webhook_details, merchant_details },
    connector: {
      connector_account_details,
      payment_methods_enabled: everyMethodOf('stripe_test'),
      connector_webhook_details: { merchant_secret: webhookSecret },
    },
  });
}

/** A control value: it is stored as it is, and the search must find it. */
let control: { readonly paymentId: string; readonly merchantConnectorId: string };

async function payWithCards(): Promise<void> {
  const [body, key] = [payment('charged', { all_keys_required: true }), { 'idempotency-key': 'k1' }];
  const charged = await post('/payments', body, key);
  expect(charged).toMatchObject({ status: 'succeeded', email: mark.email('charged') });
  // The stored response is opened for the repeated request.
  expect(await post('/payments', body, key)).toEqual(charged);
  const declined = await post('/payments', payment('declined', cardOf('declined', cards.declined)));
  expect(declined).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/\w+ \w+/) });
  processorText = { name: 'the text of a processor', text: declined.error_message };
  const manual = await post(
    '/payments',
    payment('manual', { capture_method: 'manual', metadata: { note: merchantText.text('note') } }),
  );
  expect(await post(`/payments/${manual.payment_id}/capture`)).toMatchObject({ status: 'succeeded' });
  const voided = await post('/payments', payment('voided', { capture_method: 'manual' }));
  expect(await post(`/payments/${voided.payment_id}/cancel`)).toMatchObject({ status: 'cancelled' });
  const texts = { reason: merchantText.text('reason'), metadata: { note: merchantText.text('refundnote') } };
  const refund = await post('/refunds', { payment_id: charged.payment_id, amount: 100, ...texts });
  expect(refund.status).toBe('succeeded');
  await get(`/payments/${charged.payment_id}?force_sync=true&all_keys_required=true&expand_attempts=true`);
  const waiting = await post('/payments', payment('waiting', { confirm: false }));
  const changed = await post(`/payments/${waiting.payment_id}`, { ...person('changed') });
  expect(changed.name).toBe(mark.text('changedname'));
  control = {
    paymentId: waiting.payment_id,
    merchantConnectorId: merchant.connectors['stripe_test'].merchant_connector_id,
  };
  const listed = await post('/payments/list', { customer_email: mark.email('charged') });
  expect(listed.data.map(({ payment_id }: Json) => payment_id)).toEqual([charged.payment_id]);
  await get(`/payments/list?customer_id=cus_charged`);
}

/** Credentials in the request: only the processor gets them. */
async function payWithOwnCredentials(): Promise<void> {
  const key = `merchant_connector_details_enabled_${merchant.profileId}`;
  ok(await system.admin.post('/configs', { key, value: 'true' }));
  const details = { auth_type: 'HeaderKey', api_key: mark.text('apikey') };
  const own = {
    merchant_connector_details: { creds_identifier: 'own', encoded_data: { connector_account_details: details } },
  };
  const body = payment('inline', { capture_method: 'manual', ...own });
  const authorized = await post('/payments', body, { 'idempotency-key': 'k2' });
  expect(await post('/payments', body, { 'idempotency-key': 'k2' })).toEqual(authorized);
  expect(await post(`/payments/${authorized.payment_id}/capture`, own)).toMatchObject({ status: 'succeeded' });
  await post('/refunds', { payment_id: authorized.payment_id, amount: 100, ...own });
  const wrong = {
    creds_identifier: 'own',
    encoded_data: { connector_account_details: { secret: mark.text('formless') } },
  };
  expect((await merchant.api.post('/payments', { ...body, merchant_connector_details: wrong })).status).toBe(422);
}

/** A browser with the publishable key and a client secret. */
async function payInABrowser(): Promise<void> {
  const {
    payment_method_data: _,
    payment_method: __,
    ...bare
  } = payment('browser', { confirm: false, authentication_type: 'three_ds' });
  const { payment_id, client_secret } = await post('/payments', bare);
  const client = noting(merchant.client);
  ok(await client.get(`/payments/${payment_id}?client_secret=${client_secret}`));
  ok(await client.get(`/account/payment_methods?client_secret=${client_secret}`));
  const about = { ...cardOf('browser', cards.threeDs), browser_info: browser('client'), client_secret };
  const confirmed = ok(await client.post(`/payments/${payment_id}/confirm`, about));
  expect(confirmed.status).toBe('requires_customer_action');
  const start = new URL(confirmed.next_action.redirect_to_url as string);
  const customer = {
    'user-agent': mark.text('customeragent'),
    'x-forwarded-for': mark.ip(),
    referer: `https://${mark.text('referer')}.example/`,
  };
  expect((await apiAt(start.origin).get(start.pathname + start.search, customer)).status).toBe(200);
  const back = new URL(await choose(start.href, 'authorize'));
  const returned = await apiAt(back.origin).get(back.pathname + back.search, customer);
  expect(returned.headers['location']).toContain('status=succeeded');
}

/** Requests whose fields have another form, and a body that ends early: none of it may stand in a log. */
async function sendWrongFields(): Promise<void> {
  const { api } = merchant;
  for (const wrong of [
    { ...payment('refused'), email: mark.text('nomail') },
    { ...payment('refused'), currency: mark.text('currency') },
    { ...payment('refused'), [mark.text('field')]: mark.text('value') },
    { ...payment('refused'), browser_info: { ip_address: mark.text('noip') } },
    { ...payment('refused'), billing: mark.text('noaddress') },
  ])
    expect((await api.post('/payments', wrong)).status).toBeLessThan(500);
  expect(
    (await api.raw('POST', '/payments', `{"name": "${mark.text('cut')}`, { 'content-type': 'application/json' }))
      .status,
  ).toBe(400);
}

async function saveMethods(): Promise<void> {
  const { name, email, phone } = person('customer');
  const document_details = { document_type: 'cpf', document_number: mark.digits() };
  const customer = await post('/customers', {
    customer_id: 'cus_own',
    name,
    email,
    phone,
    phone_country_code: '+1',
    description: mark.text('about'),
    address: addressOf('customer').address,
    document_details,
    tax_registration_id: mark.text('tax'),
    metadata: { note: mark.text('note') },
  });
  expect(customer.email).toBe(email);
  await post('/customers/cus_own', { name: mark.text('renamed'), address: addressOf('moved').address });
  await get('/customers/cus_own');
  const { card } = cardOf('stored').payment_method_data;
  const { card_cvc: _, ...saved } = card as Json;
  const method = await post('/payment_methods', {
    payment_method: 'card',
    payment_method_type: 'credit',
    customer_id: 'cus_own',
    card: saved,
    billing: addressOf('stored'),
    metadata: { note: mark.text('methodnote') },
  });
  expect(method.card.nick_name).toBe(mark.text('storednick'));
  await get('/customers/cus_own/payment_methods');
  await post('/ephemeral_keys', { customer_id: 'cus_own' });

  const consent = { setup_future_usage: 'off_session', customer_acceptance: acceptance('saved') };
  expect(await post('/payments', payment('saved', consent))).toMatchObject({ status: 'succeeded' });
  const mandate_data = { customer_acceptance: acceptance('mandate'), mandate_type: { multi_use: null } };
  const about = payment('mandate', { setup_future_usage: 'off_session', mandate_data });
  const bound = await post('/payments', about, {}, savingMerchant);
  const mandate = await get(`/mandates/${bound.mandate_id}`, savingMerchant);
  expect(mandate.customer_acceptance.online.user_agent).toBe(mark.text('mandateagent'));
  const recurring_details = { type: 'mandate_id', data: bound.mandate_id };
  const charge = {
    amount: 100,
    currency: 'USD',
    customer_id: 'cus_mandate',
    confirm: true,
    off_session: true,
    recurring_details,
  };
  expect(await post('/payments', charge, {}, savingMerchant)).toMatchObject({ status: 'succeeded' });
}

async function payOtherwise(): Promise<void> {
  const { payment_method_data: _, ...others } = payment('otherwise');
  const jcs = {
    first_name: mark.text('jcsfirst'),
    last_name: mark.text('jcslast'),
    email: mark.email('jcs'),
    phone_number: mark.digits(),
  };
  const ach = {
    account_number: mark.digits(),
    routing_number: '110000000',
    bank_type: 'checking',
    bank_account_holder_name: mark.text('bankholder'),
    bank_holder_type: 'personal',
  };
  const given = [
    ['voucher', 'seven_eleven', { voucher: { seven_eleven: jcs } }, 'JPY'],
    ['bank_debit', 'ach', { bank_debit: { ach_bank_debit: ach } }, 'USD'],
    ['bank_transfer', 'multibanco', { bank_transfer: { multibanco_bank_transfer: {} } }, 'EUR'],
    ['bank_transfer', 'pix', { bank_transfer: { pix: { pix_key: mark.email('pix'), cpf: mark.digits() } } }, 'BRL'],
    ['wallet', 'mb_way', { wallet: { mb_way_redirect: { telephone_number: mark.digits() } } }, 'EUR'],
    ['upi', 'upi_collect', { upi: { upi_collect: { vpa_id: `${mark.text('vpa')}@upi` } } }, 'INR'],
  ] as const;
  for (const [payment_method, payment_method_type, payment_method_data, currency] of given) {
    const body = { ...others, payment_method, payment_method_type, payment_method_data, currency };
    expect(await post('/payments', body)).toMatchObject({ payment_method_type });
  }
  const debit = {
    ...others,
    payment_method: 'bank_debit',
    payment_method_type: 'ach',
    payment_method_data: { bank_debit: { ach_bank_debit: { ...ach, account_number: '000123456789' } } },
  };
  expect(await post('/payments', debit, {}, savingMerchant)).toMatchObject({ payment_method: 'bank_debit' });
}

/** Webhooks of the processor: a signed one with a person in it, and a forged one. */
async function receiveWebhooks(): Promise<void> {
  const authorized = await post('/payments', payment('webhook', { capture_method: 'manual' }));
  const [operation] = await operationsOf(system, authorized.payment_id);
  const known = await paymentAtProcessor(system, operation!.operation_id);
  const about = {
    ...known,
    billing: addressOf('event'),
    customer: { name: mark.text('event'), email: mark.email('event') },
  };
  const event = eventAbout(about, 'payment.authorized');
  const path = webhookPath(merchant, 'stripe_test');
  expect((await postWebhook(system, path, event, signed(event, webhookSecret))).status).toBe(200);
  const forged = eventAbout({ ...about, id: mark.text('forged') }, 'payment.succeeded');
  await postWebhook(system, path, forged, signed(forged, 'another secret'));
  await postWebhook(system, path, `{"name": "${mark.text('unsigned')}`);
  const verdicts = async () =>
    (await rowsOf(system, 'SELECT verdict FROM gateway.processor_webhooks WHERE verdict IS NULL')).length;
  await eventually(async () => (await verdicts()) === 0, { withinMs: 20_000 });
}

async function eraseACustomer(): Promise<void> {
  await post('/payments', payment('erased', { all_keys_required: true }));
  ok(await noting(merchant.api).raw('DELETE', '/customers/cus_erased'));
}

const everywhere = ['tables', 'topics', 'redis', 'postgres', 'broker', 'servers', 'logs'] as const;
type Where = (typeof everywhere)[number];
let places: Record<Where, Place[]>;
let secrets: Marker[];

const quiesced = async (): Promise<boolean> => {
  const [waiting] = await rowsOf<{ count: number }>(
    system,
    `SELECT (SELECT count(*) FROM webhooks.deliveries WHERE state <> 'delivered')::int AS count`,
  );
  return waiting!.count === 0;
};

beforeAll(async () => {
  receiver = await aReceiver();
  [merchant, savingMerchant] = [await aMarkedMerchant(), await atStripe(system)];
  await payWithCards();
  await payWithOwnCredentials();
  await payInABrowser();
  await sendWrongFields();
  await saveMethods();
  await payOtherwise();
  await receiveWebhooks();
  await eraseACustomer();
  await eventually(() => receiver.calls.length >= 12 && quiesced(), { withinMs: 30_000 });
  secrets = clientSecretsIn(answers);
  const files = await traces.files(system);
  const folderOf = ({ name }: Place): string =>
    name.split('/').find((part) => ['postgres', 'kafka'].includes(part)) ?? '';
  const within = (folder: string) => files.filter((file) => folderOf(file) === folder);
  places = {
    tables: await traces.dump(system),
    topics: await traces.topics(system),
    redis: await traces.redis(system),
    postgres: within('postgres'),
    broker: within('kafka'),
    servers: within(''),
    logs: traces.logs(system, ourApps),
  };
});
afterAll(() => receiver?.close());

describe('the search', () => {
  const found = (where: Where, text: string) => findPersonal(places[where], [{ name: 'control', text }]);

  it.each<Where>(['tables', 'topics', 'postgres', 'broker', 'logs'])('finds the id of a payment in the %s', (where) => {
    expect(found(where, control.paymentId)).not.toEqual([]);
  });

  it('finds the id of a payment in the write-ahead log and in a table of the files', () => {
    const names = found('postgres', control.paymentId).join('\n');
    expect(names).toContain('/pg_wal/');
    expect(names).toContain('/base/');
  });

  it('finds the id of a connector account in Redis', () => {
    expect(found('redis', control.merchantConnectorId)).not.toEqual([]);
  });

  it('finds marked values where they belong: in answers and webhooks', () => {
    const sent = [
      ...answers.map(({ text }) => ({ name: 'an answer', content: Buffer.from(text) })),
      ...receiver.calls.map(({ body }) => ({ name: 'a webhook', content: Buffer.from(body) })),
    ];
    const seen = findPersonal(sent, mark.stems).join('\n');
    for (const part of ['an answer: a text', 'a webhook: a text', 'an answer: a number', 'an answer: an address'])
      expect(seen).toContain(part);
    expect(secrets.length).toBeGreaterThan(12);
    expect(findPersonal(sent, secrets).length).toBeGreaterThanOrEqual(secrets.length);
  });

  it('reads the logs of the servers', () => {
    const names = places.servers.map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
    expect(names).toEqual(expect.arrayContaining(['postgres.log', 'kafka.log', 'redis.log']));
  });

  it('reads the log of every app', () => {
    expect(places.logs.filter(({ content }) => content.length > 100)).toHaveLength(ourApps.length);
  });
});

describe('the public topics', () => {
  const shown = () => places.topics.filter(({ name }) => publicTopics.some((topic) => name === `topic ${topic}`));
  const texts = () => [...merchantText.stems, processorText];

  it('carry what happened to payments, refunds and mandates', () => {
    const all = shown()
      .map(({ content }) => content.toString())
      .join('\n');
    for (const type of ['payment.captured', 'payment.failed', 'refund.succeeded', 'mandate.created'])
      expect(all).toContain(`"ce_type":"${type}"`);
  });

  it('contain no text of the merchant and none of a processor, which the search finds elsewhere', () => {
    expect(findPersonal(shown(), texts())).toEqual([]);
    const elsewhere = findPersonal([...places.topics, ...places.tables], texts()).join('\n');
    expect(elsewhere).toContain('topic refunds.snapshots: a text');
    expect(elsewhere).toContain(': the text of a processor');
  });
});

describe.each(everywhere)('the %s', (where) => {
  it('contain no personal data', () => expect(findPersonal(places[where], mark.stems)).toEqual([]));
  it('contain no client secret', () => expect(findPersonal(places[where], secrets)).toEqual([]));
});
