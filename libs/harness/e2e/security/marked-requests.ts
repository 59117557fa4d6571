import {
  apiAt,
  cards,
  eventually,
  ok,
  type Answer,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { choose } from '../support/browser';
import type { Marker } from '../support/card-markers';
import { eventAbout, paymentAtProcessor, postWebhook, signed, webhookPath } from '../support/processor-webhook';
import { operationsOf, rowsOf } from '../support/rows';
import { atStripe } from '../shared/stripe/at-stripe';
import { aMarkedMerchant, webhookSecret } from './marked-merchant';
import { acceptance, addressOf, browser, cardOf, mark, merchantText, payment, person } from './marked-person';
import { payOut } from './marked-payouts';
import { system } from './marker-system';
import { answers, noting } from './noted-answers';

/** At the test processors, and at Stripe. */
let merchant: TestMerchant;
let savingMerchant: TestMerchant;
const post = async (path: string, body: object = {}, headers = {}, of = merchant): Promise<Json> =>
  ok(await noting(of.api).post(path, body, headers));
const get = async (path: string, of = merchant): Promise<Json> => ok(await noting(of.api).get(path));

async function payWithCards(): Promise<Omit<MarkedRequests, 'answers'>> {
  const [body, key] = [payment('charged', { all_keys_required: true }), { 'idempotency-key': 'k1' }];
  const charged = await post('/payments', body, key);
  expect(charged).toMatchObject({ status: 'succeeded', email: mark.email('charged') });
  // The stored response is opened for the repeated request.
  expect(await post('/payments', body, key)).toEqual(charged);
  const declined = await post('/payments', payment('declined', cardOf('declined', cards.declined)));
  expect(declined).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/\w+ \w+/) });
  const processorText = { name: 'the text of a processor', text: declined.error_message as string };
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
  const control = {
    paymentId: waiting.payment_id,
    merchantConnectorId: merchant.connectors['stripe_test'].merchant_connector_id,
  };
  const listed = await post('/payments/list', { customer_email: mark.email('charged') });
  expect(listed.data.map(({ payment_id }: Json) => payment_id)).toEqual([charged.payment_id]);
  await get(`/payments/list?customer_id=cus_charged`);
  return { processorText, control };
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

/** What the requests left, for a search of it. */
export interface MarkedRequests {
  /** Of the gateway. */
  readonly answers: readonly Answer[];
  /** What a processor wrote about a decline. */
  readonly processorText: Marker;
  /** A control value: it is stored as it is, and the search must find it. */
  readonly control: Control;
}
interface Control {
  readonly paymentId: string;
  readonly merchantConnectorId: string;
}

/** Sends marked values in every kind of request that carries personal data. */
export async function sendMarkedRequests(receiver: Receiver): Promise<MarkedRequests> {
  [merchant, savingMerchant] = [await aMarkedMerchant(receiver), await atStripe(system)];
  const ofCards = await payWithCards();
  await payWithOwnCredentials();
  await payInABrowser();
  await sendWrongFields();
  await saveMethods();
  await payOtherwise();
  await receiveWebhooks();
  await payOut(receiver);
  await eraseACustomer();
  return { answers, ...ofCards };
}
