import { aMerchant, cards, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { upload } from '../../support/upload';
import { absent, idLike, missing, notAllowed, statusAndBody } from '../../support/wire';
import { atStripe, pay } from '../stripe/at-stripe';

/** Payment methods of a merchant at Stripe, which a second merchant with the same Stripe account gets from a file. */
const system = sharedSystem();
let before: TestMerchant;
let merchant: TestMerchant;
/** Stripe's own references of a saved card. */
let reference: Json;

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};

beforeAll(async () => {
  [before, merchant] = await Promise.all([atStripe(system), atStripe(system, { listens: false })]);
  await pay(before, { customer_id: 'cus_ada', setup_future_usage: 'off_session', customer_acceptance: acceptance });
  const [row] = await rowsOf(
    system,
    'SELECT processor_references AS of_account FROM payments.payment_methods WHERE merchant_id = $1',
    [before.merchantId],
  );
  reference = row!.of_account[before.connectors['stripe']!.merchant_connector_id];
});

const accountOf = (of: TestMerchant): string => of.connectors['stripe']!.merchant_connector_id;
const form = (more: Record<string, string> = {}) => ({
  fields: { merchant_id: merchant.merchantId, merchant_connector_id: accountOf(merchant), ...more },
});
const migrate = (
  rows: readonly string[],
  more: ReturnType<typeof form> & { headers?: Record<string, string> } = form(),
) => upload(system.admin, '/payment_methods/migrate-batch', rows.join('\n'), more);
const update = (rows: readonly string[]) =>
  upload(system.admin, '/payment_methods/update-batch', rows.join('\n'), form());
const listed = async (customer: string): Promise<Json[]> =>
  ok(await merchant.api.get(`/customers/${customer}/payment_methods`)).customer_payment_methods;
const charge = (customer_id: string, payment_method_id: string) =>
  merchant.api.post('/payments', {
    amount: 1500,
    currency: 'USD',
    customer_id,
    confirm: true,
    off_session: true,
    recurring_details: { type: 'payment_method_id', data: payment_method_id },
  });

const header =
  'customer_id,name,email,card_number_masked,raw_card_number,card_expiry_month,card_expiry_year,' +
  'payment_instrument_id,connector_customer_id,original_transaction_id';
const rows = () => [
  header,
  `cus_ada,Ada Doe,ada@acme.shop,424242******4242,,10,35,${reference.mandateReference},${reference.customerReference},`,
  `cus_bob,Bob Roe,,,${cards.succeeds},10,35,,,MCC1234567890`,
  `cus_eve,Eve Poe,,,4242424242424241,10,35,,,`,
];

it('a file is stored row by row, charged, sent again without a second payment method, and changed by another file', async () => {
  const results: Json[] = ok(await migrate(rows()));
  expect(results).toEqual([
    {
      line_number: 2,
      payment_method_id: idLike('pm'),
      payment_method: 'card',
      payment_method_type: null,
      customer_id: 'cus_ada',
      card_number_masked: '424242******4242',
      card_migrated: false,
      migration_status: 'Success',
      migration_error: null,
      network_token_migrated: null,
      connector_mandate_details_migrated: true,
      network_transaction_id_migrated: null,
    },
    expect.objectContaining({
      line_number: 3,
      customer_id: 'cus_bob',
      card_migrated: true,
      network_transaction_id_migrated: true,
      migration_status: 'Success',
    }),
    expect.objectContaining({
      line_number: 4,
      payment_method_id: null,
      customer_id: null,
      migration_status: 'Failed',
      migration_error: 'card.card_number contains invalid data. Expected format is a card number, whole or masked',
    }),
  ]);
  const [ada, bob] = results.map(({ payment_method_id }) => payment_method_id as string);
  expect(ok(await merchant.api.get('/customers/cus_ada'))).toMatchObject({ name: 'Ada Doe', email: 'ada@acme.shop' });
  expect((await merchant.api.get('/customers/cus_eve')).status).toBe(404);

  // Stripe charges its own reference, and the other card by its number and the card network's id.
  for (const [customer, id] of [
    ['cus_ada', ada!],
    ['cus_bob', bob!],
  ] as const)
    expect(ok(await charge(customer, id))).toMatchObject({ status: 'succeeded', amount_received: 1500 });

  const again: Json[] = ok(await migrate(rows()));
  expect(again.map(({ payment_method_id }) => payment_method_id as unknown)).toEqual([ada, bob, null]);
  for (const [customer, id] of [
    ['cus_ada', ada],
    ['cus_bob', bob],
  ] as const)
    expect(await listed(customer)).toMatchObject([
      { payment_method_id: id, recurring_enabled: customer === 'cus_ada' },
    ]);
  const stored = await rowsOf(system, 'SELECT * FROM payments.payment_methods WHERE merchant_id = $1', [
    merchant.merchantId,
  ]);
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(cards.succeeds);

  const updates: Json[] = ok(
    await update([
      'payment_method_id,status,card_expiry_month,card_expiry_year,payment_instrument_id',
      `${ada},inactive,,,`,
      `${bob},,11,36,${reference.mandateReference}`,
      'pm_unknown,inactive,,,',
      `${bob},redacted,,,`,
    ]),
  );
  expect(updates).toMatchObject([
    { line_number: 2, payment_method_id: ada, status: 'inactive', update_status: 'Success', update_error: null },
    {
      payment_method_id: bob,
      status: 'active',
      network_transaction_id: 'MCC1234567890',
      connector_mandate_details: { [accountOf(merchant)]: { connector_mandate_id: reference.mandateReference } },
    },
    { update_status: 'Failed', update_error: 'Payment method does not exist in our records' },
    { update_error: expect.stringContaining('Expected format is active or inactive') },
  ]);
  expect(await listed('cus_ada')).toEqual([]);
  expect(await listed('cus_bob')).toMatchObject([{ recurring_enabled: true, card: { expiry_year: '36' } }]);
  expect(statusAndBody(await charge('cus_ada', ada!)).body.error).toMatchObject({ code: 'IR_16' });
});

it('one payment method is stored under an idempotency key, for a customer that exists', async () => {
  const body = {
    merchant_id: merchant.merchantId,
    customer_id: 'cus_zoe',
    metadata: { from: 'old' },
    card: { card_number: cards.succeeds, card_exp_month: '10', card_exp_year: '35', nick_name: 'mine' },
    connector_mandate_details: { [accountOf(merchant)]: { connector_mandate_id: reference.mandateReference } },
  };
  const send = (more: object = {}) =>
    system.admin.post(
      '/payment_methods/migrate',
      { ...body, ...more },
      { 'idempotency-key': `zoe-${merchant.merchantId}` },
    );
  expect(statusAndBody(await system.admin.post('/payment_methods/migrate', body))).toEqual(
    absent('Customer does not exist in our records'),
  );
  ok(await merchant.api.post('/customers', { customer_id: 'cus_zoe' }));
  const made = ok(await send());
  expect(made).toMatchObject({
    payment_method_response: {
      customer_id: 'cus_zoe',
      payment_method: 'card',
      metadata: { from: 'old' },
      client_secret: null,
      card: { last4_digits: '4242', nick_name: 'mine' },
    },
    card_migrated: true,
    connector_mandate_details_migrated: true,
    network_transaction_id_migrated: null,
  });
  expect(ok(await send())).toEqual(made);
});

describe('a request of the operator is refused', () => {
  const unknown = 'Merchant account does not exist in our records';
  it.each<[string, () => Promise<unknown>, unknown]>([
    ['without a merchant', () => migrate(rows(), form({ merchant_id: '' })), missing('merchant_id')],
    ['for an unknown merchant', () => migrate(rows(), form({ merchant_id: 'merchant_unknown' })), absent(unknown)],
    [
      'with an unknown column',
      () => migrate(['customer_id,card_cvc', 'cus_a,123']),
      notAllowed('unknown column `card_cvc`'),
    ],
    [
      'without a file',
      () => upload(system.admin, '/payment_methods/migrate-batch', '', { name: 'other' }),
      missing('file'),
    ],
    [
      'for a file under an idempotency key',
      () => migrate(rows(), { ...form(), headers: { 'idempotency-key': 'file-1' } }),
      notAllowed('An upload may be sent again as it is, and takes no Idempotency-Key'),
    ],
  ])('%s', async (_, send, expected) => expect(statusAndBody((await send()) as never)).toEqual(expected));

  it('with a reference at another merchant’s account', async () => {
    const [row]: Json[] = ok(await migrate(rows().slice(0, 2), form({ merchant_connector_id: accountOf(before) })));
    expect(row).toMatchObject({ migration_error: 'Merchant connector account does not exist in our records' });
  });

  it('with a reference that its processor cannot charge', async () => {
    const { merchantId: merchant_id, connectors } = await aMerchant(system, { connectors: ['stripe_test'] });
    const { merchant_connector_id } = connectors['stripe_test']!;
    const [row]: Json[] = ok(await migrate(rows().slice(0, 2), form({ merchant_id, merchant_connector_id })));
    expect(row?.migration_error).toContain('stripe_test charges no saved payment method of this kind');
  });

  it.each(['migrate', 'migrate-batch', 'update-batch', 'tokenize-card', 'tokenize-card-batch', 'pm_1/tokenize-card'])(
    'to /payment_methods/%s with the key of a merchant or of a browser',
    async (path) => {
      const body = { merchant_id: merchant.merchantId, ...(path.includes('tokenize') && { customer: {} }) };
      for (const api of [merchant.api, merchant.client]) {
        const answer = path.includes('batch')
          ? await upload(api, `/payment_methods/${path}`, rows().join('\n'), form())
          : await api.post(`/payment_methods/${path}`, body);
        expect(answer.status).toBe(401);
      }
    },
  );
});
