import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { placesOf } from '../../support/places-of';
import { rowsOf } from '../../support/rows';
import { refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
const marker = 'Erasmus7hQKZ5';
let merchant: TestMerchant;
let closing: () => Promise<unknown>;
beforeAll(async () => {
  const receiver = await aReceiver();
  closing = () => receiver.close();
  merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
});
afterAll(() => closing());

const redacted = refusal(400, 'IR_11', 'Customer has already been redacted');
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: marker },
};
const address = { address: { line1: marker, first_name: marker, country: 'US' }, email: `${marker}@acme.example` };
const erasedAddress = { address: { line1: 'Redacted', first_name: 'Redacted', country: null }, email: 'Redacted' };
const person = { name: marker, email: `${marker}@acme.example`, phone: '8056594427' };
const browser_info = { user_agent: marker, ip_address: '10.0.0.1' };
const about = (customer_id: string, more: object = {}) => {
  const body = paymentBody({ customer_id, ...person, billing: address, shipping: address, browser_info, ...more });
  const { payment_method_data: data } = body;
  return { ...body, payment_method_data: { card: { ...data.card, card_holder_name: marker } } };
};
const pay = async (body: object, headers = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', body, headers));
const remove = (id: string) => merchant.api.raw('DELETE', `/customers/${id}`);

it('a deletion erases the customer everywhere, and payments keep their ids, sums and states', async () => {
  const id = 'cus_erased';
  ok(
    await merchant.api.post('/customers', {
      customer_id: id,
      ...person,
      address: address.address,
      description: marker,
    }),
  );
  const saving = { setup_future_usage: 'off_session', customer_acceptance: acceptance, all_keys_required: true };
  const key = { 'idempotency-key': 'kept' };
  const body = about(id, { metadata: { order: 'kept' }, ...saving });
  const paid = await pay(body, key);
  const open = await pay(about(id, { confirm: false }));
  await eventually(async () => (await placesOf(system, merchant.merchantId, marker)).includes('webhooks.events'));
  expect(await placesOf(system, merchant.merchantId, marker)).toEqual(
    expect.arrayContaining(['payments.customers', 'payments.intents', 'payments.attempts', 'payments.payment_methods']),
  );

  expect(statusAndBody(await remove(id))).toEqual({
    status: 200,
    body: { customer_id: id, customer_deleted: true, address_deleted: true, payment_methods_deleted: true },
  });
  expect(statusAndBody(await remove(id))).toEqual(redacted);

  const shown = ok(await merchant.api.get(`/customers/${id}`));
  expect(shown).toMatchObject({
    customer_id: id,
    name: 'Redacted',
    email: 'Redacted',
    phone: 'Redacted',
    phone_country_code: 'Redacted',
    description: 'Redacted',
    tax_registration_id: 'Redacted',
    metadata: null,
    document_details: null,
    address: { line1: 'Redacted', first_name: 'Redacted', country: null },
  });
  await eventually(async () => expect(await placesOf(system, merchant.merchantId, marker)).toEqual([]) === undefined);
  const after = ok(await merchant.api.get(`/payments/${paid.payment_id}`));
  expect(after).toMatchObject({
    status: 'succeeded',
    amount: 6540,
    amount_received: 6540,
    customer_id: id,
    metadata: { order: 'kept' },
    connector_transaction_id: paid.connector_transaction_id,
    email: 'Redacted',
    billing: erasedAddress,
    shipping: erasedAddress,
    customer: { id, name: 'Redacted', email: 'Redacted', phone: 'Redacted' },
    payment_method_data: { card: { last4: '4242', card_holder_name: 'Redacted' }, billing: null },
    browser_info: null,
    whole_connector_response: null,
  });
  const seals = await rowsOf(
    system,
    `SELECT body->'method'->'card'->>'sealedNumber' AS seal FROM payments.attempts WHERE payment_id = ANY($1)`,
    [[paid.payment_id, open.payment_id]],
  );
  expect(seals.map(({ seal }) => seal as unknown)).toEqual([null, null]);

  const replayed = await merchant.api.post('/payments', body, key);
  expect(ok(replayed)).toMatchObject({ payment_id: paid.payment_id, status: 'succeeded', email: 'Redacted' });
  expect(replayed.text).not.toContain(marker);

  const recurring_details = { type: 'payment_method_id', data: paid.payment_method_id as string };
  const charge = { amount: 100, currency: 'USD', customer_id: id, confirm: true, off_session: true, recurring_details };
  for (const answer of [
    await merchant.api.post('/customers', { customer_id: id }),
    await merchant.api.post(`/customers/${id}`, { name: 'Back' }),
    await merchant.api.post('/payments', paymentBody({ customer_id: id })),
    await merchant.api.post('/payments', charge),
    await merchant.api.post(`/payments/${open.payment_id}/confirm`, {}),
  ])
    expect(statusAndBody(answer)).toEqual(redacted);
});

it('a customer with an active mandate is not deleted', async () => {
  const mandate_data = { customer_acceptance: acceptance, mandate_type: { multi_use: null } };
  await pay(about('cus_bound', { setup_future_usage: 'off_session', mandate_data }));
  expect(statusAndBody(await remove('cus_bound'))).toEqual(
    refusal(400, 'IR_10', 'Customer has active mandate/subsciption'),
  );
  expect(ok(await merchant.api.get('/customers/cus_bound')).name).toBe(marker);
});
