import {
  aMerchant,
  apiAt,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Api,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { placesOf } from '../../support/places-of';
import { absent, refusal, statusAndBody } from '../../support/wire';
import { aPlatform, type TestPlatform } from './a-platform';

const system = sharedSystem();
const marker = 'Shared7hQKZ5';
let world: TestPlatform;
let foreign: TestPlatform;
let loner: TestMerchant;
beforeAll(async () => {
  // The processor saves payment methods.
  [world, foreign, loner] = await Promise.all([aPlatform(system, 'stripe'), aPlatform(system), aMerchant(system)]);
});

const noCustomer = absent('Customer does not exist in our records');
const redacted = refusal(400, 'IR_11', 'Customer has already been redacted');
const notForConnected = refusal(400, 'IR_49', 'API does not support connected account operation');

/** Every way to the customers of the platform. */
const ways = (): readonly Api[] => [
  world.platform.api,
  world.connected.api,
  world.otherConnected.api,
  world.actingFor(world.connected.merchantId),
  world.actingFor(world.otherConnected.merchantId),
];
/** Everyone who must not see them. */
const strangers = (): readonly Api[] => [
  world.standard.api,
  loner.api,
  foreign.platform.api,
  foreign.connected.api,
  foreign.actingFor(foreign.connected.merchantId),
];

const expectUnseen = async (customer_id: string): Promise<void> => {
  for (const api of strangers()) {
    expect(statusAndBody(await api.get(`/customers/${customer_id}`))).toEqual(noCustomer);
    expect(statusAndBody(await api.post(`/customers/${customer_id}`, { name: 'Taken' }))).toEqual(noCustomer);
    expect((ok(await api.get('/customers/list')) as Json[]).map((one) => one.customer_id)).not.toContain(customer_id);
  }
};

it('a customer is one for the platform and its connected accounts, made by any of them, and unseen by all others', async () => {
  for (const [place, api] of ways().entries()) {
    const customer_id = `cus_by_${place}`;
    ok(await api.post('/customers', { customer_id, name: `Jo ${place}` }));
    for (const other of ways()) {
      expect(ok(await other.get(`/customers/${customer_id}`))).toMatchObject({ customer_id, name: `Jo ${place}` });
      expect(statusAndBody(await other.post('/customers', { customer_id, name: `Jo ${place}` })).status).toBe(400);
      expect((ok(await other.get('/customers/list')) as Json[]).map((one) => one.customer_id)).toContain(customer_id);
    }
    await expectUnseen(customer_id);
  }
  ok(await world.connected.api.post('/customers/cus_by_0', { name: 'Joan' }));
  expect(ok(await world.otherConnected.api.get('/customers/cus_by_0')).name).toBe('Joan');
});

it('a payment of a connected account has and makes customers of the platform', async () => {
  ok(await world.platform.api.post('/customers', { customer_id: 'cus_paid', name: 'Ada', email: 'ada@acme.example' }));
  const paid = ok(await world.connected.api.post('/payments', paymentBody({ customer_id: 'cus_paid' })));
  expect(paid).toMatchObject({ customer: { id: 'cus_paid', name: 'Ada', email: 'ada@acme.example' } });
  const acting = world.actingFor(world.otherConnected.merchantId);
  ok(await acting.post('/payments', paymentBody({ customer_id: 'cus_made', name: 'Grace' })));
  for (const api of ways()) expect(ok(await api.get('/customers/cus_made'))).toMatchObject({ name: 'Grace' });
  await expectUnseen('cus_made');
  const theirs = ok(await world.standard.api.post('/payments', paymentBody({ customer_id: 'cus_paid' })));
  expect(theirs.customer).toMatchObject({ id: 'cus_paid', name: null, email: null });
  expect(ok(await world.standard.api.get('/customers/cus_paid'))).toMatchObject({ name: null });
  expect(ok(await world.platform.api.get('/customers/cus_paid'))).toMatchObject({ name: 'Ada' });
});

it('an ephemeral key of a connected account opens the shared customer alone', async () => {
  ok(await world.platform.api.post('/customers', { customer_id: 'cus_app', name: 'Jo' }));
  const { secret } = ok(await world.connected.api.post('/ephemeral_keys', { customer_id: 'cus_app' }));
  const app = apiAt(system.baseUrl('gateway'), { 'api-key': secret as string });
  expect(ok(await app.get('/customers/cus_app'))).toMatchObject({ name: 'Jo' });
  expect((await app.get('/customers/cus_paid')).status).toBe(401);
  const acted = await app.get('/customers/cus_app', { 'x-connected-merchant-id': world.otherConnected.merchantId });
  expect(statusAndBody(acted)).toEqual(refusal(401, 'IR_44', 'Invalid platform account operation'));
});

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: marker },
};
const saving = (customer_id: string) =>
  paymentBody({ customer_id, name: marker, setup_future_usage: 'off_session', customer_acceptance: acceptance });
const savedOf = async (api: Api, customer_id: string): Promise<Json[]> =>
  ok(await api.get(`/customers/${customer_id}/payment_methods`)).customer_payment_methods as Json[];

it('a payment method that an account saves stays with this account', async () => {
  const paid = ok(await world.connected.api.post('/payments', saving('cus_saves')));
  const saved = await eventually(async () => (await savedOf(world.connected.api, 'cus_saves'))[0]);
  expect(saved).toMatchObject({ customer_id: 'cus_saves' });
  expect(await savedOf(world.otherConnected.api, 'cus_saves')).toEqual([]);
  const charge = (api: Api) =>
    api.post('/payments', {
      amount: 100,
      currency: 'USD',
      confirm: true,
      off_session: true,
      customer_id: 'cus_saves',
      recurring_details: { type: 'payment_method_id', data: saved.payment_method_id },
    });
  expect(ok(await charge(world.connected.api))).toMatchObject({ status: 'succeeded' });
  expect((await charge(world.otherConnected.api)).status).toBe(404);
  expect((await charge(world.actingFor(world.otherConnected.merchantId))).status).toBe(404);
  const byDefault = `/customers/cus_saves/payment_methods/${saved.payment_method_id}/default`;
  expect(statusAndBody(await world.connected.api.post(byDefault))).toEqual(notForConnected);
  expect(ok(await world.platform.api.get('/customers/cus_saves')).default_payment_method_id).toBeNull();
  expect(paid.status).toBe('succeeded');
});

it('an account saves a payment method for a customer that the platform made, and for no customer of others', async () => {
  ok(await world.platform.api.post('/customers', { customer_id: 'cus_vault' }));
  const { card_cvc: _, ...card } = paymentBody().payment_method_data.card;
  const body = { payment_method: 'card', payment_method_type: 'credit', customer_id: 'cus_vault', card };
  ok(await world.connected.api.post('/payment_methods', body));
  expect(await savedOf(world.connected.api, 'cus_vault')).toHaveLength(1);
  expect(await savedOf(world.otherConnected.api, 'cus_vault')).toEqual([]);
  for (const api of [world.standard.api, foreign.connected.api])
    expect(statusAndBody(await api.post('/payment_methods', body))).toEqual(noCustomer);
});

it('the platform alone deletes a shared customer, and its data ends at every account', async () => {
  const id = 'cus_erased';
  ok(await world.platform.api.post('/customers', { customer_id: id, name: marker }));
  const payments = [
    [world.connected, ok(await world.connected.api.post('/payments', saving(id)))],
    [world.otherConnected, ok(await world.otherConnected.api.post('/payments', saving(id)))],
  ] as const;
  const apps = await Promise.all(
    [world.connected, world.otherConnected].map(async ({ api }) => {
      const { secret } = ok(await api.post('/ephemeral_keys', { customer_id: id }));
      return apiAt(system.baseUrl('gateway'), { 'api-key': secret as string });
    }),
  );
  for (const api of ways().slice(1))
    expect(statusAndBody(await api.raw('DELETE', `/customers/${id}`))).toEqual(notForConnected);
  for (const api of strangers())
    expect((await api.raw('DELETE', `/customers/${id}`)).body.error.code).toMatch(/^(HE_02|IR_49)$/);
  await eventually(async () => (await savedOf(world.otherConnected.api, id)).length === 1);
  await eventually(async () => (await savedOf(world.connected.api, id)).length === 1);

  expect(ok(await world.platform.api.raw('DELETE', `/customers/${id}`))).toMatchObject({ customer_deleted: true });
  for (const api of ways()) expect(ok(await api.get(`/customers/${id}`)).name).toBe('Redacted');
  for (const { api } of [world.connected, world.otherConnected])
    expect(statusAndBody(await api.post('/payments', paymentBody({ customer_id: id })))).toEqual(redacted);
  for (const app of apps) expect((await app.get(`/customers/${id}`)).status).toBe(401);
  for (const [{ api, merchantId }, { payment_id }] of payments) {
    await eventually(async () => ok(await api.get(`/payments/${payment_id}`)).customer.name === 'Redacted');
    expect(await savedOf(api, id)).toEqual([]);
    await eventually(async () => {
      const places = await placesOf(system, merchantId, marker);
      return !places.some((place) => place.startsWith('payments.payment_methods')) || undefined;
    });
  }
});

it('a customer with a mandate at a connected account is not deleted', async () => {
  const id = 'cus_mandated';
  const mandate_data = {
    customer_acceptance: acceptance,
    mandate_type: { single_use: { amount: 6540, currency: 'USD' } },
  };
  const paid = await world.connected.api.post(
    '/payments',
    paymentBody({ customer_id: id, setup_future_usage: 'off_session', mandate_data }),
  );
  const { mandate_id } = ok(paid);
  const inForce = refusal(400, 'IR_10', 'Customer has active mandate/subsciption');
  expect(statusAndBody(await world.platform.api.raw('DELETE', `/customers/${id}`))).toEqual(inForce);
  expect(ok(await world.otherConnected.api.get(`/customers/${id}/mandates`))).toEqual([]);
  ok(await world.connected.api.post(`/mandates/revoke/${mandate_id}`));
  expect(ok(await world.platform.api.raw('DELETE', `/customers/${id}`))).toMatchObject({ customer_deleted: true });
});
