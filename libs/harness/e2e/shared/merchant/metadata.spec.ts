import { aMerchant, cardFields, cards, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import { noPayment, notAllowed, precondition, publishedKeys, statusAndBody, withoutPlace } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const pay = async (more: object): Promise<string> =>
  ok(await merchant.api.post('/payments', paymentBody(more))).payment_id as string;
const note = (paymentId: string, body: object) => merchant.api.post(`/payments/${paymentId}/update_metadata`, body);

it('a metadata update is merged into the stored metadata, and changes nothing else', async () => {
  const paymentId = await pay({ metadata: { order: 7, shelf: { row: 1 } } });
  const before = ok(await merchant.api.get(`/payments/${paymentId}`));
  const answer = ok(await note(paymentId, { metadata: { shelf: { column: 2 }, note: 'gift' } }));
  const metadata = { order: 7, shelf: { column: 2 }, note: 'gift' };
  expect(answer).toEqual({ payment_id: paymentId, status: 'succeeded', metadata, feature_metadata: null });
  expect(Object.keys(answer)).toEqual(publishedKeys('PaymentsUpdateMetadataResponse'));
  const after = ok(await merchant.api.get(`/payments/${paymentId}`));
  expect({ ...after, updated: null, modified_at: null }).toEqual({
    ...before,
    metadata,
    updated: null,
    modified_at: null,
  });
});

it('a metadata update is refused without metadata, for an unknown payment, and before the confirmation', async () => {
  const paymentId = await pay({});
  expect(statusAndBody(await note(paymentId, { metadata: {} }))).toEqual(
    notAllowed('Metadata should be an object and contain at least 1 key'),
  );
  expect(statusAndBody(await note('pay_none', { metadata: { a: 1 } }))).toEqual(noPayment);
  expect(withoutPlace(await note(paymentId, { metadata: { a: 1 }, surprise: 1 })).body.error.code).toBe('IR_06');
  const unconfirmed = await pay({ confirm: false });
  expect(statusAndBody(await note(unconfirmed, { metadata: { a: 1 } }))).toEqual(
    precondition('You cannot update_metadata this payment because it has status requires_confirmation'),
  );
});

it('a metadata update stores feature_metadata completely', async () => {
  const paymentId = await pay({});
  const feature_metadata = { redirect_response: { param: 'p' }, search_tags: ['spring'] };
  const answer = ok(await note(paymentId, { metadata: { a: 1 }, feature_metadata }));
  expect(answer.feature_metadata).toMatchObject(feature_metadata);
  expect(ok(await merchant.api.get(`/payments/${paymentId}`)).feature_metadata).toMatchObject(feature_metadata);
});

it('a metadata update is possible for failed payments and while a payment waits for the customer', async () => {
  for (const number of [cards.declined, cards.threeDs]) {
    const paymentId = await pay({ ...cardFields(number), authentication_type: 'three_ds' });
    expect(ok(await note(paymentId, { metadata: { a: 1 } })).metadata).toEqual({ a: 1 });
  }
});

it('a payment is retrieved by POST /payments/sync as by its path', async () => {
  const paymentId = await pay({});
  const expected = ok(await merchant.api.get(`/payments/${paymentId}?expand_attempts=true`));
  const sync = (more: object) => merchant.api.post('/payments/sync', { payment_id: paymentId, ...more });
  expect(ok(await sync({ expand_attempts: true }))).toEqual(expected);
  expect(ok(await sync({ expand_attempts: true, force_sync: true })).status).toBe('succeeded');
  expect((await sync({ merchant_connector_details: { creds_identifier: 'x' } })).status).toBe(400);
});
