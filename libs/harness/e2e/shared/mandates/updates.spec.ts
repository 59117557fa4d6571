import {
  aMerchant,
  cardFields,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { absent, merchantOnly, missing, noConnector, precondition, refusal, statusAndBody } from '../../support/wire';
import { atStripe, intentOf } from '../stripe/at-stripe';

/** A payment that replaces the payment method behind a mandate. */
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const acceptance = { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' };
const later = { ...acceptance, accepted_at: '2026-02-05T10:00:00.000Z' };
const saving = { customer_id: 'cus_a', setup_future_usage: 'off_session' };
const limit = { amount: 5000, currency: 'USD' };
const setUp = async (mandate_type: object = { multi_use: limit }, by = merchant): Promise<Json> =>
  ok(
    await by.api.post(
      '/payments',
      paymentBody({ ...saving, mandate_data: { customer_acceptance: acceptance, mandate_type } }),
    ),
  );
const updating = ({ mandate_id }: Json, card = '5555555555554444', more: object = {}) =>
  paymentBody({
    ...saving,
    ...cardFields(card),
    mandate_data: { update_mandate_id: mandate_id, customer_acceptance: later },
    ...more,
  });
const update = async (body: object, by = merchant) => statusAndBody(await by.api.post('/payments', body));
const charge = async ({ mandate_id }: Json, amount = 1000): Promise<Json> =>
  ok(
    await merchant.api.post('/payments', {
      amount,
      currency: 'USD',
      customer_id: 'cus_a',
      confirm: true,
      off_session: true,
      recurring_details: { type: 'mandate_id', data: mandate_id },
    }),
  );
const seen = async ({ mandate_id }: Json): Promise<Json> => ok(await merchant.api.get(`/mandates/${mandate_id}`));
const atProcessor = async (id: string): Promise<Json> =>
  ok(await system.sandbox.get(`/v1/payment_methods/${id}`, { authorization: 'Bearer sk_test_sandbox' }));

it.each([
  ['that charges something', {}],
  ['of zero', { amount: 0, payment_type: 'setup_mandate' }],
])('a payment %s moves the mandate to its card; the former card is detached', async (_, more) => {
  const made = await setUp();
  await charge(made, 1000);
  const paid = ok(await merchant.api.post('/payments', updating(made, undefined, more)));
  expect(paid).toMatchObject({
    status: 'succeeded',
    mandate_id: made.mandate_id,
    mandate_data: { update_mandate_id: made.mandate_id, mandate_type: null },
  });
  expect(paid.connector_mandate_id).not.toBe(made.connector_mandate_id);
  expect(await seen(made)).toMatchObject({
    status: 'active',
    payment_method_id: paid.payment_method_id,
    card: { last4_digits: '4444' },
    customer_acceptance: { accepted_at: later.accepted_at },
  });
  const charged = await charge(made, 2000);
  expect(charged).toMatchObject({ status: 'succeeded', payment_method_id: paid.payment_method_id });
  expect(await intentOf(system, charged)).toMatchObject({ payment_method: paid.connector_mandate_id });
  // The limit counts what the mandate charged before.
  const beyond = await merchant.api.post('/payments', {
    amount: 2001,
    currency: 'USD',
    customer_id: 'cus_a',
    confirm: true,
    off_session: true,
    recurring_details: { type: 'mandate_id', data: made.mandate_id },
  });
  expect(statusAndBody(beyond)).toEqual(
    refusal(400, 'HE_03', 'Mandate Validation Failed', { reason: 'request amount is greater than mandate amount' }),
  );
  await eventually(async () => (await atProcessor(made.connector_mandate_id)).customer === null);
  expect((await atProcessor(paid.connector_mandate_id)).customer).not.toBeNull();
});

it('a declined payment, and one that awaits its customer, leave the mandate as it is', async () => {
  const made = await setUp();
  for (const card of ['4000000000000002', '4000000000003220']) {
    const paid = ok(await merchant.api.post('/payments', updating(made, card, { authentication_type: 'three_ds' })));
    expect(['failed', 'requires_customer_action']).toContain(paid.status);
    expect(await seen(made)).toMatchObject({ payment_method_id: made.payment_method_id, status: 'active' });
  }
  expect(await charge(made)).toMatchObject({ status: 'succeeded', payment_method_id: made.payment_method_id });
});

it('is refused where the mandate cannot move', async () => {
  const made = await setUp();
  const failed = (reason: string) => refusal(400, 'HE_03', 'Mandate Validation Failed', { reason });
  const unknown = absent('Mandate does not exist in our records');
  expect(await update(updating({ mandate_id: 'man_none' }))).toEqual(unknown);
  expect(await update(updating(made), await atStripe(system, { listens: false }))).toEqual(unknown);
  expect(await update(updating(made, undefined, { customer_id: 'cus_b' }))).toEqual(
    precondition('customer_id must match mandate customer_id'),
  );
  expect(await update(updating(made, undefined, { mandate_data: { update_mandate_id: made.mandate_id } }))).toEqual(
    missing('customer_acceptance'),
  );
  expect(await update(updating(await setUp({ single_use: limit })))).toEqual(
    failed('a single-use mandate cannot be updated'),
  );
  ok(await merchant.api.post(`/mandates/revoke/${made.mandate_id}`, {}));
  expect(await update(updating(made))).toEqual(precondition('mandate is not active'));
});

it('finds no account where no processor could save the new card', async () => {
  const local = await aMerchant(system);
  expect(await update(updating(await setUp({ multi_use: null }, local)), local)).toEqual(noConnector);
});

it('a client cannot name a mandate, and consents to the update that its merchant named', async () => {
  const made = await setUp();
  const { payment_method_data } = updating(made);
  const data = { update_mandate_id: made.mandate_id };
  const created = async (mandate_data: object | undefined): Promise<Json> =>
    ok(await merchant.api.post('/payments', { amount: 1500, currency: 'USD', ...saving, mandate_data }));
  const confirm = ({ payment_id, client_secret }: Json, mandate_data: object) =>
    merchant.client.post(`/payments/${payment_id}/confirm`, {
      client_secret,
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_data,
      mandate_data,
      setup_future_usage: 'off_session',
    });
  const consent = { customer_acceptance: acceptance };
  expect(statusAndBody(await confirm(await created(undefined), { ...data, ...consent }))).toEqual(
    merchantOnly('mandate_data.update_mandate_id'),
  );
  const paid = ok(await confirm(await created(data), consent));
  expect(paid.status).toBe('succeeded');
  expect(await seen(made)).toMatchObject({ card: { last4_digits: '4444' } });
});
