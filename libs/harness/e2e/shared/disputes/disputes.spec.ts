import { eventually, ok, pdfFile, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { boundary, formBytes } from '../../support/files';
import { recordsIn } from '../../support/records';
import { refusal, statusAndBody } from '../../support/wire';
import { atStripe, pay, payWith, seen } from '../stripe/at-stripe';

/** Disputes at Stripe, whose test cards and control calls open and decide them. */
const system = sharedSystem();
const cards = { fraudulent: '4000000000000259', notReceived: '4000000000002685', inquiry: '4000000000001976' };
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await atStripe(system)));

const captured = { capture_method: 'automatic' };
const exceeds = refusal(400, 'IR_13', 'The refund amount exceeds the amount captured');
const invalid = refusal(400, 'HE_03', 'Dispute status validation failed');

const until = <T>(read: () => Promise<T>, holds: (now: T) => boolean): Promise<T> =>
  eventually(
    async () => {
      const now = await read();
      return holds(now) ? now : undefined;
    },
    { withinMs: 20_000 },
  );
/** The payment with so many disputes. */
const disputed = (payment: Json, count = 1): Promise<Json> =>
  until(
    () => seen(merchant, payment),
    ({ disputes }) => disputes?.length === count,
  );
const get = async (id: string, query = ''): Promise<Json> => ok(await merchant.api.get(`/disputes/${id}${query}`));
const untilStatus = (id: string, status: string): Promise<Json> =>
  until(
    () => get(id),
    ({ dispute_status }) => dispute_status === status,
  );
/** A payment with a dispute, and that dispute. */
async function aDispute(card = cards.fraudulent): Promise<{ payment: Json; dispute: Json }> {
  const payment = await disputed(await payWith(merchant, card, captured));
  return { payment, dispute: await get(payment.disputes[0].dispute_id) };
}
const refund = ({ payment_id }: Json, amount: number) => merchant.api.post('/refunds', { payment_id, amount });
const decide = async ({ connector_dispute_id: dispute }: Json, outcome: string): Promise<void> =>
  void ok(await system.sandbox.post('/control/stripe/disputes/decide', { dispute, outcome }));
const openAt = async ({ connector_transaction_id }: Json, more: object): Promise<Json> =>
  ok(await system.sandbox.post('/control/stripe/disputes', { payment_intent: connector_transaction_id, ...more }));
const attach = (dispute: Json, evidence_type: string) =>
  merchant.api.raw(
    'PUT',
    '/disputes/evidence',
    formBytes({
      fields: { dispute_id: dispute.dispute_id, evidence_type },
      content: pdfFile(),
      type: 'application/pdf',
      name: 'receipt.pdf',
    }),
    boundary,
  );
const submit = (dispute: Json, evidence: object) =>
  merchant.api.post('/disputes/evidence', { dispute_id: dispute.dispute_id, ...evidence });

describe('a dispute', () => {
  it('that the processor opens is shown alone, in its payment and in lists; what it takes is not refunded as well', async () => {
    const { payment, dispute } = await aDispute();
    expect(dispute).toEqual({
      dispute_id: expect.stringMatching(/^dp_[0-9A-Za-z]{20}$/),
      payment_id: payment.payment_id,
      attempt_id: `${payment.payment_id}_1`,
      amount: String(payment.amount),
      currency: payment.currency,
      dispute_stage: 'dispute',
      dispute_status: 'dispute_opened',
      connector: 'stripe',
      connector_status: 'needs_response',
      connector_dispute_id: expect.stringMatching(/^(du|dp)_/),
      connector_reason: 'fraudulent',
      connector_reason_code: expect.anything(),
      challenge_required_by: expect.any(String),
      connector_created_at: expect.any(String),
      connector_updated_at: expect.any(String),
      created_at: expect.any(String),
      profile_id: merchant.profileId,
      merchant_connector_id: payment.merchant_connector_id,
      is_already_refunded: false,
    });
    const {
      payment_id,
      attempt_id,
      currency,
      connector,
      profile_id,
      merchant_connector_id,
      is_already_refunded,
      ...shown
    } = dispute;
    expect([
      payment_id,
      attempt_id,
      currency,
      connector,
      profile_id,
      merchant_connector_id,
      is_already_refunded,
    ]).toBeTruthy();
    expect(payment.disputes).toEqual([shown]);
    expect(payment.state_metadata.total_disputed_amount).toBe(payment.amount);
    const listed = ok(await merchant.api.get(`/disputes/list?payment_id=${payment_id}&dispute_status=dispute_opened`));
    expect(listed).toEqual([dispute]);
    const refused = await until(
      () => refund(payment, 100),
      ({ status }) => status !== 200,
    );
    expect(statusAndBody(refused)).toMatchObject(exceeds);
  });

  it('that is an inquiry does not block refunds; once escalated it does', async () => {
    const { payment, dispute } = await aDispute(cards.inquiry);
    expect(dispute).toMatchObject({ dispute_stage: 'pre_dispute', dispute_status: 'dispute_opened' });
    ok(await refund(payment, 100));
    await decide(dispute, 'escalated');
    await until(
      () => get(dispute.dispute_id),
      ({ dispute_stage }) => dispute_stage === 'dispute',
    );
    const refused = await until(
      () => refund(payment, 100),
      ({ status }) => status !== 200,
    );
    expect(statusAndBody(refused)).toMatchObject(exceeds);
  });

  it('that is won gives its sum back to what can be refunded; a lost one does not', async () => {
    const [won, lost] = await Promise.all([aDispute(), aDispute(cards.notReceived)]);
    await Promise.all([decide(won.dispute, 'won'), decide(lost.dispute, 'lost')]);
    await Promise.all([
      untilStatus(won.dispute.dispute_id, 'dispute_won'),
      untilStatus(lost.dispute.dispute_id, 'dispute_lost'),
    ]);
    const refunded = await until(
      () => refund(won.payment, 100),
      ({ status }) => status === 200,
    );
    expect(ok(refunded)).toMatchObject({ amount: 100 });
    expect(statusAndBody(await refund(lost.payment, 100))).toMatchObject(exceeds);
    const after = await seen(merchant, won.payment);
    expect(after.state_metadata.total_disputed_amount).toBe(0);
  });

  it('of a part leaves the rest refundable; a charge may carry several', async () => {
    const payment = await pay(merchant, captured);
    await openAt(payment, { amount: 2_000 });
    await openAt(payment, { amount: 1_000, reason: 'duplicate' });
    const shown = await disputed(payment, 2);
    expect(shown.disputes.map(({ amount }: Json) => amount).sort()).toEqual(['1000', '2000']);
    expect(shown.state_metadata.total_disputed_amount).toBe(3_000);
    const rest = payment.amount - 3_000;
    const refused = await until(
      () => refund(payment, rest + 1),
      ({ status }) => status !== 200,
    );
    expect(statusAndBody(refused)).toMatchObject(exceeds);
  });

  it('whose sum was refunded before says so', async () => {
    const payment = await pay(merchant, captured);
    ok(await refund(payment, payment.amount));
    await until(
      () => seen(merchant, payment),
      ({ refunds }) => refunds?.[0]?.status === 'succeeded',
    );
    await openAt(payment, {});
    const [{ dispute_id }] = (await disputed(payment)).disputes;
    expect(await get(dispute_id)).toMatchObject({ is_already_refunded: true });
  });

  it('is accepted at the processor once (accept_dispute), and is then decided', async () => {
    const { dispute } = await aDispute();
    const { dispute_id } = dispute;
    const accept = () => merchant.api.post(`/disputes/accept/${dispute_id}`);
    const both = await Promise.all([accept(), accept()]);
    expect(both.map((answer) => ok(answer).dispute_status)).toEqual(['dispute_lost', 'dispute_lost']);
    expect(statusAndBody(await accept())).toMatchObject(invalid);
    expect(statusAndBody(await submit(dispute, { uncategorized_text: 'too late' }))).toMatchObject(invalid);
    expect(statusAndBody(await attach(dispute, 'receipt'))).toMatchObject(invalid);
  });

  it('is read at the processor on request, also where its notices were lost', async () => {
    const silent = await atStripe(system, { listens: false });
    const payment = await payWith(silent, cards.fraudulent, captured);
    const account = silent.connectors['stripe'].merchant_connector_id as string;
    const day = 86_400_000;
    const period = `fetch_from=${new Date(Date.now() - day).toISOString()}&fetch_till=${new Date(Date.now() + day).toISOString()}`;
    const fetched = await until(
      async () => ok(await silent.api.get(`/disputes/${account}/fetch?${period}`)) as unknown as Json[],
      (list) => list.some(({ payment_id }) => payment_id === payment.payment_id),
    );
    const { dispute_id } = fetched.find(({ payment_id }) => payment_id === payment.payment_id)!;
    const read = async (query = '') => ok(await silent.api.get(`/disputes/${dispute_id}${query}`));
    const opened = await eventually(async () => read());
    expect(opened).toMatchObject({ dispute_status: 'dispute_opened', payment_id: payment.payment_id });
    await decide(opened, 'won');
    expect(await read()).toMatchObject({ dispute_status: 'dispute_opened' });
    expect(await read('?force_sync=true')).toMatchObject({ dispute_status: 'dispute_won' });
  });

  it('of another merchant is an unknown one', async () => {
    const { dispute } = await aDispute();
    const other = await atStripe(system, { listens: false });
    const absent = refusal(404, 'HE_04', 'Dispute does not exist in our records');
    const path = `/disputes/${dispute.dispute_id}`;
    for (const answer of [
      await other.api.get(path),
      await other.api.get(`${path}?force_sync=true`),
      await other.api.post(`/disputes/accept/${dispute.dispute_id}`),
      await other.api.get(`/disputes/evidence/${dispute.dispute_id}`),
    ])
      expect(statusAndBody(answer)).toMatchObject(absent);
    expect(await get(dispute.dispute_id)).toMatchObject({ dispute_status: 'dispute_opened' });
  });
});

describe('evidence', () => {
  it('is attached by files, listed, detached and submitted with its texts (submit_evidence); the processor decides by it', async () => {
    const { dispute } = await aDispute();
    const { dispute_id } = dispute;
    const list = async () => ok(await merchant.api.get(`/disputes/evidence/${dispute_id}`)) as unknown as Json[];
    const receipt = ok(await attach(dispute, 'receipt')).file_id as string;
    ok(await attach(dispute, 'refund_policy'));
    expect(await list()).toEqual([
      {
        evidence_type: 'receipt',
        file_metadata_response: {
          file_id: receipt,
          file_name: 'receipt.pdf',
          file_size: pdfFile().length,
          file_type: 'application/pdf',
          available: true,
        },
      },
      expect.objectContaining({ evidence_type: 'refund_policy' }),
    ]);
    const body = JSON.stringify({ dispute_id, evidence_type: 'refund_policy' });
    const detached = await merchant.api.raw('DELETE', '/disputes/evidence', body, {
      'content-type': 'application/json',
    });
    expect([detached.status, detached.text]).toEqual([200, '']);
    expect((await list()).map(({ evidence_type }) => evidence_type)).toEqual(['receipt']);
    const submitted = ok(
      await submit(dispute, { uncategorized_text: 'winning_evidence', customer_name: 'Ada Lovelace' }),
    );
    expect(['dispute_challenged', 'dispute_won']).toContain(submitted.dispute_status);
    await untilStatus(dispute_id, 'dispute_won');
  });

  it('of other words leaves the decision to the bank', async () => {
    const { dispute } = await aDispute();
    expect(ok(await submit(dispute, { product_description: 'A lamp' }))).toMatchObject({
      dispute_status: 'dispute_challenged',
      connector_status: 'under_review',
    });
    await decide(dispute, 'lost');
    await untilStatus(dispute.dispute_id, 'dispute_lost');
  });
});

it('every status is published once for each change, in the order of the payment and under one id', async () => {
  const { payment, dispute } = await aDispute();
  await decide(dispute, 'won');
  await untilStatus(dispute.dispute_id, 'dispute_won');
  const eventsIn = async (topic: string) =>
    (await recordsIn(system, [topic]))
      .map(({ value, headers }) => ({
        ...(JSON.parse(String(value)) as Json),
        type: String(headers['ce_type']),
        id: String(headers['ce_id']),
      }))
      .filter(({ disputeId }: Json) => disputeId === dispute.dispute_id);
  const own = await until(
    () => eventsIn('disputes.lifecycle'),
    (events) => events.some(({ type }) => type === 'dispute.won'),
  );
  expect(own.map(({ type }) => type).filter((type) => type !== 'dispute.updated')).toEqual([
    'dispute.opened',
    'dispute.won',
  ]);
  const ofPayment = await until(
    () => eventsIn('payments.lifecycle'),
    (events) => events.length === own.length,
  );
  expect(ofPayment.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  expect(ofPayment.every((event: Json) => event.paymentId === payment.payment_id)).toBe(true);
});

it('statuses are counted', async () => {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const { status_with_count } = ok(await merchant.api.get(`/disputes/aggregate?start_time=${from}`));
  expect(status_with_count.dispute_lost).toBeGreaterThan(0);
  expect(Object.keys(status_with_count)).toContain('dispute_expired');
});
