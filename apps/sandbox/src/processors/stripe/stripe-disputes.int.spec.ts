import type Stripe from 'stripe';
import { failure, orderOf, paying } from '../../../test/stripe/payments';
import { RunningStripe, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
  await client.webhookEndpoints.create({ url: await stripe.listen(), enabled_events: ['*'] });
});
afterAll(() => stripe.stop());

const paidWith = async (number: string, rest: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const card = { number, exp_month: 12, exp_year: 2034, cvc: '314' };
  const method = await client.paymentMethods.create({ type: 'card', card });
  return client.paymentIntents.create(paying({ payment_method: method.id, ...rest }));
};
const disputesOf = async ({ id }: Pick<Stripe.PaymentIntent, 'id'>) =>
  (await client.disputes.list({ payment_intent: id })).data;
const opened = async (intent: Stripe.PaymentIntent): Promise<Stripe.Dispute> =>
  (
    await until(
      () => disputesOf(intent),
      ({ length }) => length > 0,
    )
  )[0]!;
const disputed = async (rest: object = {}): Promise<[Stripe.PaymentIntent, string]> => {
  const intent = await client.paymentIntents.create(paying());
  const body = { payment_intent: intent.id, ...rest };
  const { id } = await stripe.sandbox.json('POST', '/control/stripe/disputes', body);
  return [intent, String(id)];
};
const decide = (dispute: string, outcome: string) =>
  stripe.sandbox.json('POST', '/control/stripe/disputes/decide', { dispute, outcome });
const typesAbout = (id: string, count: number) =>
  until(
    () => stripe.typesAbout(id),
    (types) => types.length >= count,
  );

describe('the dispute cards', () => {
  it.each([
    ['4000000000000259', 'fraudulent', 'needs_response'],
    ['4000000000002685', 'product_not_received', 'needs_response'],
    ['4000000000001976', 'fraudulent', 'warning_needs_response'],
  ])('the card %s is disputed as %s after its charge', async (number, reason, status) => {
    const intent = await paidWith(number);
    expect(intent.status).toBe('succeeded');
    const dispute = await opened(intent);
    expect(dispute).toMatchObject({ reason, status, amount: 6540, payment_intent: intent.id });
    expect(dispute.is_charge_refundable).toBe(status.startsWith('warning'));
    const taken = status === 'needs_response' ? ['dispute'] : [];
    expect(await stripe.sandbox.effectsOf(intent.id)).toEqual(['charge', ...taken]);
    const types = ['charge.dispute.created', ...taken.map(() => 'charge.dispute.funds_withdrawn')];
    expect(await typesAbout(dispute.id, types.length)).toEqual(types);
  });

  it('a manual capture is disputed once it is captured', async () => {
    const intent = await paidWith('4000000000000259', { capture_method: 'manual' });
    await client.paymentIntents.capture(intent.id, { amount_to_capture: 1_000 });
    expect(await opened(intent)).toMatchObject({ amount: 1_000 });
  });
});

describe('the answer to a dispute', () => {
  it.each([
    ['winning_evidence', 'won', ['charge', 'dispute', 'dispute_return']],
    ['losing_evidence', 'lost', ['charge', 'dispute']],
  ])('%s ends the dispute as %s', async (text, status, effects) => {
    const [intent, id] = await disputed();
    const file = await client.files.create({
      purpose: 'dispute_evidence',
      file: { data: Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x0d, 0x0a]), name: 'ä.pdf', type: 'application/pdf' },
    });
    expect(file).toMatchObject({ size: 7, filename: 'ä.pdf', type: 'pdf', purpose: 'dispute_evidence' });
    const evidence = { uncategorized_text: text, receipt: file.id };
    const submitted = await client.disputes.update(id, { evidence, submit: true });
    expect(submitted).toMatchObject({
      status: 'under_review',
      evidence: { receipt: file.id },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    const ended = await until(
      () => client.disputes.retrieve(id),
      (dispute) => dispute.status === status,
    );
    expect(ended.is_charge_refundable).toBe(status === 'won');
    expect(await stripe.sandbox.effectsOf(intent.id)).toEqual(effects);
    expect(await failure(client.disputes.close(id))).toMatchObject({ message: 'This dispute is already closed' });
  });

  it('other evidence stays in review until it is decided, and is submitted once', async () => {
    const [, id] = await disputed();
    await client.disputes.update(id, { evidence: { customer_name: 'Jo' } });
    const evidence = { uncategorized_text: 'a letter' };
    expect((await client.disputes.update(id, { evidence, submit: true })).evidence).toMatchObject({
      customer_name: 'Jo',
      uncategorized_text: 'a letter',
    });
    expect((await failure(client.disputes.update(id, { submit: true }))).message).toContain('already submitted');
    await decide(id, 'won');
    expect((await client.disputes.retrieve(id)).status).toBe('won');
    expect(await typesAbout(id, 6)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.updated',
    ]);
  });

  it('an accepted dispute is lost', async () => {
    const [intent, id] = await disputed({ amount: 1_000 });
    expect(await client.disputes.close(id)).toMatchObject({ status: 'lost', amount: 1_000 });
    expect(await stripe.sandbox.effectsOf(intent.id)).toEqual(['charge', 'dispute']);
    expect((await client.disputes.list({ charge: String((await disputesOf(intent))[0]!.charge) })).data).toHaveLength(
      1,
    );
  });

  it('evidence names uploaded files only', async () => {
    const [, id] = await disputed();
    const evidence = { receipt: 'file_unknown' };
    const refusal = await failure(client.disputes.update(id, { evidence, submit: true }));
    expect(refusal).toMatchObject({ code: 'resource_missing', param: 'evidence[receipt]' });
  });
});

describe('refunds of a disputed charge', () => {
  it('a dispute blocks refunds, also when it is lost, and an inquiry or a dispute that was won does not', async () => {
    const [intent, id] = await disputed({ inquiry: true });
    const refund = () => client.refunds.create({ payment_intent: intent.id, amount: 1_000 });
    expect((await refund()).status).toBe('succeeded');
    expect(await decide(id, 'escalated')).toEqual({ id, status: 'needs_response' });
    const refusal = await failure(refund());
    expect(refusal).toMatchObject({ statusCode: 400, code: 'charge_disputed' });
    await decide(id, 'won');
    expect((await refund()).status).toBe('succeeded');
    expect(await stripe.sandbox.effectsOf(intent.id)).toEqual([
      'charge',
      'refund',
      'dispute',
      'dispute_return',
      'refund',
    ]);
    const again = await stripe.sandbox.json('POST', '/control/stripe/disputes', { payment_intent: intent.id });
    await decide(String(again['id']), 'lost');
    expect(await failure(refund())).toMatchObject({ code: 'charge_disputed' });
    expect(await disputesOf(intent)).toHaveLength(2);
    const [charge] = (await client.charges.list({ payment_intent: intent.id })).data;
    expect(charge).toMatchObject({ disputed: true });
  });
});

it('disputes survive a restart, and so does the time of their decision', async () => {
  const first = await RunningStripe.start({ SANDBOX_STRIPE_SETTLE_AFTER: '2000ms' });
  const intent = await first.client.paymentIntents.create(paying());
  const { id } = await first.sandbox.json('POST', '/control/stripe/disputes', { payment_intent: intent.id });
  const evidence = { uncategorized_text: 'winning_evidence' };
  await first.client.disputes.update(String(id), { evidence, submit: true });
  const { folder } = first.sandbox;
  await first.stop({ retainLedger: true });
  const next = await RunningStripe.start({}, folder);
  await until(
    () => next.client.disputes.retrieve(String(id)),
    ({ status }) => status === 'won',
  );
  expect(await next.sandbox.effectsOf(orderOf(intent))).toEqual(['charge']);
  expect(await next.sandbox.effectsOf(intent.id)).toEqual(['charge', 'dispute', 'dispute_return']);
  await next.stop();
});

it('every response conforms to the published description of Stripe', () => {
  expect(stripe.problems()).toEqual([]);
  expect(stripe.described()).toBeGreaterThan(20);
});
