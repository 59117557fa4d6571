import { aReceiver, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { aPayoutMerchant, createdPayout, payoutBody, retrievePayout, toBank, toCard } from '../../support/payouts';
import { placesOf } from '../../support/places-of';
import { rowsOf } from '../../support/rows';
import { missing, refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
const marker = 'Boethius4kTnW';
const customer_id = 'payee_erased';
let merchant: TestMerchant;
let closing: () => Promise<unknown>;
beforeAll(async () => {
  const receiver = await aReceiver();
  closing = () => receiver.close();
  const account = { webhook_details: { webhook_url: receiver.url } };
  merchant = await aPayoutMerchant(system, { account, connectors: ['pretendpay'] });
});
afterAll(() => closing());

const iban = 'NL46TEST0136169112';
const account = toBank({ iban, bic: 'ABNANL2A', bank_country_code: 'NL', account_holder_name: marker });
const person = {
  customer_id,
  name: marker,
  email: `${marker}@acme.example`,
  phone: '8056594427',
  description: marker,
  billing: { address: { line1: marker, first_name: marker, country: 'NL' } },
  metadata: { order: 'kept' },
};
const pay = (more: object): Promise<Json> => createdPayout(merchant, { ...person, ...more });
const sealsOf = async (payouts: readonly Json[]): Promise<unknown[]> => {
  const rows = await rowsOf<{ destination: unknown }>(
    system,
    `SELECT body->'destination' AS destination FROM payouts.payouts WHERE payout_id = ANY($1)`,
    [payouts.map(({ payout_id }) => payout_id)],
  );
  return rows.map(({ destination }) => destination);
};
const places = () => placesOf(system, merchant.merchantId, marker);

it('the deletion of a customer erases who was paid, and where, and payouts keep their ids, sums and states', async () => {
  const paid = await pay({ ...account, recurring: true });
  const pending = await pay({ ...toCard(), confirm: false });
  const unfulfilled = await pay({ ...account, auto_fulfill: false });
  expect([paid.status, pending.status, unfulfilled.status]).toEqual([
    'success',
    'requires_confirmation',
    'requires_fulfillment',
  ]);
  const saved = await eventually(async (): Promise<string> => {
    const { payout_method_id: id } = await retrievePayout(merchant, paid.payout_id);
    if (typeof id !== 'string') throw new Error('the destination is not saved');
    return id;
  });
  const everywhere = ['payouts.payouts', 'payments.customers', 'payments.payment_methods', 'webhooks.events'];
  await eventually(async () => expect(await places()).toEqual(expect.arrayContaining(everywhere)) === undefined);

  const deleted = ok(await merchant.api.raw('DELETE', `/customers/${customer_id}`));
  expect(deleted).toMatchObject({ customer_deleted: true, payment_methods_deleted: true });
  await eventually(async () => expect(await sealsOf([paid, pending])).toEqual([null, null]) === undefined);
  const gone = { billing: null, payout_method_data: null, payout_method_id: null, description: 'Redacted' };
  const customer = { id: customer_id, name: 'Redacted', email: 'Redacted', phone: 'Redacted' };
  const kept = { customer_id, amount: 6540, metadata: { order: 'kept' } };
  expect(await retrievePayout(merchant, paid.payout_id)).toMatchObject({
    ...gone,
    ...kept,
    customer,
    status: 'success',
  });
  // One that no processor has yet can be confirmed only with another destination, for which its deleted recipient has no name.
  expect(await retrievePayout(merchant, pending.payout_id)).toMatchObject({
    ...gone,
    ...kept,
    customer,
    status: 'requires_payout_method_data',
  });
  expect(statusAndBody(await merchant.api.post(`/payouts/${pending.payout_id}/confirm`, {}))).toEqual(
    missing('payout_method_data'),
  );
  const named = { customer_id, payout_type: undefined, payout_method_data: undefined, payout_method_id: saved };
  for (const body of [payoutBody({ customer_id }), payoutBody(named)])
    expect((await merchant.api.post('/payouts/create', body)).status).toBeGreaterThanOrEqual(400);
  expect(statusAndBody(await merchant.api.post('/payouts/create', payoutBody({ customer_id })))).toEqual(
    refusal(400, 'IR_11', 'Customer has already been redacted'),
  );

  // Its next step still needs the destination; after that nothing is left of it.
  const fulfilled = await merchant.api.post(`/payouts/${unfulfilled.payout_id}/fulfill`, {});
  expect(ok(fulfilled).status).toBe('success');
  await eventually(async () => expect(await places()).toEqual([]) === undefined, { withinMs: 20_000 });
  expect(await sealsOf([unfulfilled])).toEqual([null]);
  const { data } = ok(await merchant.api.get(`/payouts/list?customer_id=${customer_id}`));
  expect((data as Json[]).map(({ payout_id }) => payout_id).sort()).toEqual(
    [paid, pending, unfulfilled].map(({ payout_id }) => payout_id as string).sort(),
  );
  expect(JSON.stringify(data)).not.toContain(marker);
  const methods = await rowsOf<{ status: string; method: Json }>(
    system,
    'SELECT status, method FROM payments.payment_methods WHERE merchant_id = $1 AND customer_id = $2',
    [merchant.merchantId, customer_id],
  );
  expect(methods).toMatchObject([{ status: 'inactive', method: { sealedData: null, paymentMethodData: null } }]);
});
