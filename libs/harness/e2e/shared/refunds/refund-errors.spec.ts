import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  type Answer,
  type Json,
  type TestMerchant,
  sharedSystem,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  declareRefund,
  expectRefundLedgerAgreement,
  refundedAmounts,
  paid,
  retrieveRefund,
  untilRefundIs,
} from '../../support/refund-checks';

const system = sharedSystem();
let merchant: TestMerchant;
let charged: string;
beforeAll(async () => {
  merchant = await aMerchant(system);
  charged = await paid(merchant);
});

const post = (body: object): Promise<Answer> => merchant.api.post('/refunds', body);
const made = async (body: object): Promise<Json> => ok(await post(body));

type Wrong = [status: number, type: string, code: string, message: string];
const wrong = ({ status, body }: Answer): Wrong => [status, body.error.type, body.error.code, body.error.message];
const format = (field: string, expected: string): Wrong => [
  422,
  'invalid_request',
  'IR_05',
  `${field} contains invalid data. Expected format is ${expected}`,
];
const exceeds: Wrong = [400, 'invalid_request', 'IR_13', 'The refund amount exceeds the amount captured'];
const notFound: Wrong = [404, 'invalid_request', 'HE_02', 'Refund does not exist in our records.'];

const declare = (refundId: string, body: object, api = system.admin): Promise<Answer> =>
  declareRefund(api, merchant, refundId, body);

describe('a refund is refused', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

  it.each<[string, object, Wrong]>([
    ['for more than was charged', { amount: 10_001 }, exceeds],
    ['for nothing', { amount: 0 }, format('amount', 'positive integer')],
    ['for less than nothing', { amount: -1 }, format('amount', 'positive integer')],
    ['for less than the minimum', { amount: 99 }, format('amount', 'at least 100')],
    [
      'under a longer id',
      { refund_id: 'r'.repeat(31) },
      format('refund_id', 'length should be less than 30 characters'),
    ],
    ['under no id', { refund_id: '' }, format('refund_id', 'length should be less than 30 characters')],
    [
      'in the name of another merchant',
      { merchant_id: 'another_merchant' },
      format('merchant_id', 'merchant_id from merchant account'),
    ],
    ['with too much metadata', { metadata: keys(51) }, format('metadata', 'at most 50 keys')],
    ['with a long key', { metadata: { ['k'.repeat(41)]: 'v' } }, format('metadata', 'keys of at most 40 characters')],
    ['with a long value', { metadata: { k: 'v'.repeat(501) } }, format('metadata', 'values of at most 500 characters')],
  ])('%s', async (_, body, expected) => {
    expect(wrong(await post({ payment_id: charged, amount: 100, ...body }))).toEqual(expected);
  });

  it.each<[string, string, Wrong]>([
    ['an endless one', 'r'.repeat(129), format('refund_id', 'length should be less than 30 characters')],
    ['one with a line break', 'a\nb', format('refund_id', 'letters, digits, `_` and `-` alone')],
    ['a segment of our own paths', 'list', [400, 'invalid_request', 'IR_07', 'Invalid value provided: refund_id']],
  ])('with an invalid refund_id: %s', async (_, refund_id, expected) =>
    expect(wrong(await post({ payment_id: charged, refund_id }))).toEqual(expected),
  );

  it('of an unknown payment', async () => {
    const expected = [404, 'invalid_request', 'HE_02', 'Payment does not exist in our records'];
    expect(wrong(await post({ payment_id: 'pay_unknown', amount: 0 }))).toEqual(expected);
    const other = await aMerchant(system);
    expect(wrong(await other.api.post('/refunds', { payment_id: charged }))).toEqual(expected);
  });

  it.each<[string, object]>([
    [
      'requires_payment_method',
      { confirm: false, payment_method: undefined, payment_method_type: undefined, payment_method_data: undefined },
    ],
    ['requires_confirmation', { confirm: false }],
    ['requires_capture', { capture_method: 'manual' }],
    ['requires_customer_action', { authentication_type: 'three_ds', ...cardFields(cards.threeDs) }],
    ['failed', cardFields(cards.declined)],
  ])('of a payment that is %s', async (status, more) => {
    const payment = ok(await merchant.api.post('/payments', paymentBody(more)));
    expect(payment.status).toBe(status);
    expect(wrong(await post({ payment_id: payment.payment_id }))).toEqual([
      400,
      'invalid_request',
      'IR_14',
      `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
    ]);
  });

  it('of a payment that was cancelled', async () => {
    const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    ok(await merchant.api.post(`/payments/${payment_id}/cancel`));
    const { status, body } = await post({ payment_id });
    expect([status, body.error.code]).toEqual([400, 'IR_14']);
    expect(body.error.message).toContain('has a status of cancelled.');
  });

  it('for more than the amount that succeeded and pending refunds leave', async () => {
    const payment_id = await paid(merchant, 1_000);
    await made({ payment_id, amount: 600 });
    const waiting = await made({ payment_id, amount: 300, refund_type: 'scheduled' });
    expect(waiting.status).toBe('pending');
    expect(wrong(await post({ payment_id, amount: 101 }))).toEqual(exceeds);
    expect(wrong(await post({ payment_id }))).toEqual(exceeds);
    ok(await declare(waiting.refund_id, { status: 'failure' }));
    await made({ payment_id, amount: 400 });
    expect(wrong(await post({ payment_id, amount: 100 }))).toEqual(exceeds);
  });

  it('of a payment older than a year', async () => {
    const payment_id = await paid(merchant);
    await rowsOf(
      system,
      `UPDATE payments.intents SET created_at = created_at - interval '366 days' WHERE payment_id = $1`,
      [payment_id],
    );
    expect(wrong(await post({ payment_id }))).toEqual(format('created_at', 'created_at not older than 365 days'));
  });

  it('with a used refund_id, of this payment or another, without an effect', async () => {
    const [payment_id, other] = [await paid(merchant), await paid(merchant)];
    const first = await made({ payment_id, amount: 100, refund_id: 'used' });
    const expected = [
      400,
      'invalid_request',
      'HE_01',
      'Duplicate refund request. Refund already attempted with the refund ID',
    ];
    expect(wrong(await post({ payment_id, amount: 100, refund_id: 'used' }))).toEqual(expected);
    expect(wrong(await post({ payment_id: other, amount: 100, refund_id: 'used' }))).toEqual(expected);
    expect([refundedAmounts(system, payment_id), refundedAmounts(system, other)]).toEqual([[100], []]);
    expect(await retrieveRefund(merchant, 'used')).toEqual(first);
  });

  it('after the eleventh refund of a payment', async () => {
    const payment_id = await paid(merchant);
    for (let count = 0; count < 11; count++) await made({ payment_id, amount: 100 });
    expect(wrong(await post({ payment_id, amount: 100 }))).toEqual([
      400,
      'invalid_request',
      'IR_12',
      'Reached maximum refund attempts',
    ]);
  });

  it('for the first of several reasons, in the order of the interface', async () => {
    const old = await paid(merchant, 5_000);
    for (let count = 0; count < 11; count++) await made({ payment_id: old, amount: 100, refund_id: `${old}_${count}` });
    await rowsOf(
      system,
      `UPDATE payments.intents SET created_at = created_at - interval '366 days' WHERE payment_id = $1`,
      [old],
    );
    /** Errors in order of precedence: each is reported although the later ones apply too. */
    const faults: readonly [object, Wrong][] = [
      [{ amount: 5_001 }, exceeds],
      [{ amount: -1 }, format('amount', 'positive integer')],
      [{ refund_id: 'r'.repeat(31) }, format('refund_id', 'length should be less than 30 characters')],
      [{ merchant_id: 'another_merchant' }, format('merchant_id', 'merchant_id from merchant account')],
      [{ refund_id: `${old}_0` }, format('created_at', 'created_at not older than 365 days')],
    ];
    for (const [index, [, expected]] of faults.entries()) {
      const sent = faults.slice(index).reduceRight((body, [fault]) => ({ ...body, ...fault }), {});
      expect(wrong(await post({ payment_id: old, amount: 100, ...sent }))).toEqual(expected);
    }
    const everything = faults.reduceRight((body, [fault]) => ({ ...body, ...fault }), {});
    expect(wrong(await post({ payment_id: 'pay_unknown', ...everything }))[2]).toBe('HE_02');
    await rowsOf(system, 'UPDATE payments.intents SET created_at = now() WHERE payment_id = $1', [old]);
    expect(wrong(await post({ payment_id: old, amount: 100, refund_id: `${old}_0` }))[2]).toBe('IR_12');
    const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
    expect(wrong(await post({ payment_id, ...everything }))[2]).toBe('IR_14');
  });
});

it.each([
  ['made', '/refunds', { amount: 100 }],
  ['synced', '/refunds/sync', { refund_id: 'unknown' }],
])('a refund is not %s with credentials that the merchant never sent', async (_, path, more) => {
  const merchant_connector_details = { creds_identifier: 'own' };
  const body = path === '/refunds' ? { payment_id: charged, ...more } : more;
  expect(wrong(await merchant.api.post(path, { ...body, merchant_connector_details }))).toEqual([
    400,
    'invalid_request',
    'IR_04',
    'Missing required param: merchant_connector_details',
  ]);
});

describe('an unknown refund', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['is not shown', () => merchant.api.get('/refunds/unknown')],
    ['is not force-synced', () => merchant.api.get('/refunds/unknown?force_sync=true')],
    ['is not synced', () => merchant.api.post('/refunds/sync', { refund_id: 'unknown', force_sync: true })],
    ['is not changed', () => merchant.api.post('/refunds/unknown', { reason: 'x' })],
    ['is not found by an id that is too long', () => merchant.api.get(`/refunds/${'n'.repeat(129)}`)],
  ])('%s', async (_, call) => expect(wrong(await call())).toEqual(notFound));
});

it('a request without a key or with a publishable key is refused', async () => {
  for (const api of [system.api, merchant.client, system.admin]) {
    expect(wrong(await api.post('/refunds', { payment_id: charged }))).toEqual([
      401,
      'invalid_request',
      'IR_01',
      'API key not provided or invalid API key used',
    ]);
  }
});

describe('an operator', () => {
  it('sets the outcome of a refund, which releases or retains the amount', async () => {
    const payment_id = await paid(merchant, 1_000);
    const { refund_id } = await made({ payment_id, refund_type: 'scheduled' });
    const failed = await declare(refund_id, { status: 'failure', error_code: 'gone', error_message: 'Never sent' });
    expect([failed.status, failed.text]).toEqual([200, '']);
    expect(await untilRefundIs(merchant, refund_id, 'failed')).toMatchObject({
      error_code: 'gone',
      error_message: 'Never sent',
      unified_code: 'UE_9000',
    });
    const second = await made({ payment_id, refund_type: 'scheduled' });
    expect(ok(await merchant.api.post(`/refunds/${second.refund_id}`, { reason: 'early' }))).toMatchObject({
      status: 'pending',
      reason: 'early',
    });
    expect(wrong(await declare(refund_id, { status: 'success' }))).toEqual(exceeds);
    ok(await declare(second.refund_id, { status: 'failure' }));
    ok(await declare(refund_id, { status: 'failure', error_message: 'Sent, but refused' }));
    const seen = await retrieveRefund(merchant, refund_id);
    expect(seen).toMatchObject({ error_code: 'gone', error_message: 'Sent, but refused' });
    const worded = ok(await merchant.api.post(`/refunds/${refund_id}`, { reason: 'late', metadata: { order: 'A' } }));
    expect(worded).toEqual({ ...seen, reason: 'late', metadata: { order: 'A' }, updated_at: worded.updated_at });
  });

  it('names the refund by the path; a body that names another one changes neither', async () => {
    const payment_id = await paid(merchant, 1_000);
    const scheduled = async (): Promise<Json> => made({ payment_id, amount: 100, refund_type: 'scheduled' });
    const [refund, other] = [await scheduled(), await scheduled()];
    const failure = { status: 'failure' };
    expect(wrong(await declare(refund.refund_id, { ...failure, refund_id: other.refund_id }))).toEqual([
      ...([400, 'invalid_request', 'IR_07', 'Invalid value provided: refund_id'] as const),
    ]);
    for (const one of [refund, other]) expect((await retrieveRefund(merchant, one.refund_id)).status).toBe('pending');
    ok(await declare(refund.refund_id, failure));
    ok(await declare(other.refund_id, { ...failure, refund_id: other.refund_id }));
    for (const one of [refund, other]) await untilRefundIs(merchant, one.refund_id, 'failed');
  });

  it('alone may set the outcome, of an existing refund only', async () => {
    expect((await declare('unknown', { status: 'success' }, merchant.api)).status).toBe(401);
    expect(wrong(await declare('unknown', { status: 'success' }))).toEqual(notFound);
    expect(wrong(await declare('unknown', { status: 'success', merchant_id: 'no such/merchant' }))).toEqual(notFound);
  });
});

it('every refund agrees with the ledger at the end', () =>
  expectRefundLedgerAgreement(system, { ofMerchant: merchant.merchantId }));
