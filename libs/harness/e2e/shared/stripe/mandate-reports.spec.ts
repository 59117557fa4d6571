import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { aMerchant, aReceiver, eventually, ok, paymentBody, sharedSystem } from '@payorch/harness';
import type { Answer, Json, Receiver, TestMerchant } from '@payorch/harness';
import { recordsIn } from '../../support/records';
import { webhookPath } from '../../support/processor-webhook';
import { rowsOf } from '../../support/rows';
import { precondition, statusAndBody } from '../../support/wire';
import { secretKey, sendEvents } from './at-stripe';

const system = sharedSystem();
const secret = `whsec_${randomBytes(8).toString('hex')}`;
let merchant: TestMerchant;
let receiver: Receiver;

/** A merchant whose webhooks of Stripe are signed with `secret`; `listens`: the sandbox's Stripe sends them. */
async function atStripe(own: string, listens: boolean): Promise<TestMerchant> {
  const made = await aMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connectors: ['stripe'],
    connector: {
      connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey },
      connector_webhook_details: { merchant_secret: own },
    },
  });
  if (listens) await sendEvents(system, made, own);
  return made;
}

beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await atStripe(secret, true);
});
afterAll(() => receiver?.close());

const acceptance = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };
let customers = 0;
async function aMandate(by = merchant, mandate_type: object = { multi_use: null }): Promise<Json> {
  const customer_id = `cus_reported_${++customers}`;
  const mandate_data = { customer_acceptance: acceptance, mandate_type };
  const body = paymentBody({ customer_id, setup_future_usage: 'off_session', mandate_data });
  const { payment_id } = ok(await by.api.post('/payments', body));
  return ok(await by.api.get(`/payments/${payment_id}`));
}
const statusOf = async ({ mandate_id }: Json, by = merchant): Promise<string> =>
  ok(await by.api.get(`/mandates/${mandate_id}`)).status;
const untilIs = (payment: Json, status: string, by = merchant) =>
  eventually(async () => (await statusOf(payment, by)) === status);
const webhooksAbout = ({ mandate_id }: Json): string[] =>
  receiver.calls
    .map(({ body }) => JSON.parse(body) as Json)
    .filter(({ content }) => content.type === 'mandate_details' && content.object.mandate_id === mandate_id)
    .map(({ event_type }) => event_type as string);
const eventsAbout = async ({ mandate_id }: Json): Promise<string[]> =>
  (await recordsIn(system, ['mandates.lifecycle']))
    .filter(({ key }) => String(key).endsWith(mandate_id as string))
    .map(({ headers }) => String(headers['ce_type']));

const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
const detachment = ({ connector_mandate_id: id }: Json) =>
  eventOf('payment_method.detached', { object: 'payment_method', id, customer: null });
const update = ({ connector_mandate_id: payment_method }: Json, status: string) =>
  eventOf('mandate.updated', { object: 'mandate', id: 'mandate_1', payment_method, status });
function send(body: string, by = merchant, key = secret): Promise<Answer> {
  const at = Math.floor(Date.now() / 1000);
  const hex = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${hex}` };
  return system.api.raw('POST', webhookPath(by, 'stripe'), body, headers);
}
const charge = (payment: Json) => ({
  amount: 100,
  currency: 'USD',
  customer_id: payment.customer_id as string,
  confirm: true,
  off_session: true,
  recurring_details: { type: 'mandate_id', data: payment.mandate_id as string },
});

it('a payment method that the merchant detaches at Stripe ends its mandate here, its charges and its listing', async () => {
  const payment = await aMandate();
  const path = `/v1/payment_methods/${payment.connector_mandate_id}/detach`;
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
  ok(await system.sandbox.raw('POST', path, '', headers));
  await untilIs(payment, 'revoked');
  expect(statusAndBody(await merchant.api.post('/payments', charge(payment)))).toEqual(
    precondition('mandate is not active'),
  );
  await eventually(() => webhooksAbout(payment).includes('mandate_revoked'));
  expect(webhooksAbout(payment)).toEqual(['mandate_active', 'mandate_revoked']);
  expect(await eventsAbout(payment)).toEqual(['mandate.created', 'mandate.revoked']);
  const [stored] = await rowsOf<{ references: string }>(
    system,
    `SELECT processor_references::text AS references FROM payments.payment_methods WHERE payment_method_id = $1`,
    [payment.payment_method_id],
  );
  expect(stored!.references).not.toContain(payment.connector_mandate_id as string);
});

it('a mandate that Stripe reports as inactive is revoked once, and a later report that it is active changes nothing', async () => {
  const payment = await aMandate();
  expect((await send(update(payment, 'pending'))).status).toBe(200);
  expect((await send(update(payment, 'active'))).status).toBe(200);
  expect(await statusOf(payment)).toBe('active');
  for (let time = 0; time < 2; time++) expect((await send(update(payment, 'inactive'))).status).toBe(200);
  await untilIs(payment, 'revoked');
  expect((await send(update(payment, 'active'))).status).toBe(200);
  // Messages about one payment method are handled in their order: the last one has had its turn once this mandate follows.
  const marker = await aMandate();
  await send(update(marker, 'inactive'));
  await untilIs(marker, 'revoked');
  expect(await statusOf(payment)).toBe('revoked');
  await eventually(() => webhooksAbout(payment).includes('mandate_revoked'));
  expect(await eventsAbout(payment)).toEqual(['mandate.created', 'mandate.revoked']);
});

it('a revocation here and its echo from Stripe are one revocation', async () => {
  const payment = await aMandate();
  ok(await merchant.api.post(`/mandates/revoke/${payment.mandate_id}`, {}));
  expect((await send(detachment(payment))).status).toBe(200);
  await eventually(() => webhooksAbout(payment).includes('mandate_revoked'));
  expect((await eventsAbout(payment)).filter((type) => type === 'mandate.revoked')).toHaveLength(1);
});

it('a forged webhook, and a genuine one of another merchant, change no mandate', async () => {
  const payment = await aMandate();
  const other = await atStripe('whsec_other', false);
  for (const body of [detachment(payment), update(payment, 'inactive')]) {
    expect((await send(body, merchant, 'whsec_wrong')).status).toBe(401);
    expect((await send(body, merchant, '')).status).toBe(401);
    expect((await send(body, other, 'whsec_other')).status).toBe(200);
  }
  const unsigned = { 'content-type': 'application/json' };
  const path = webhookPath(merchant, 'stripe');
  expect((await system.api.raw('POST', path, detachment(payment), unsigned)).status).toBe(401);
  const marker = await aMandate();
  await send(detachment(marker));
  await untilIs(marker, 'revoked');
  expect(await statusOf(payment)).toBe('active');
  expect((await merchant.api.post('/payments', charge(payment))).body).toMatchObject({ status: 'succeeded' });
});
