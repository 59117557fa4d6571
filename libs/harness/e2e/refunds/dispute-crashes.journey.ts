import { aReceiver, cardFields, eventually, ok, type Json, type Receiver, type TestMerchant } from '@payorch/harness';
import { atStripe, pay, payWith } from '../shared/stripe/at-stripe';
import { changeDispute, untilDisputeIs } from '../support/disputes';
import { historiesIn } from '../support/lifecycle';
import { runOps } from '../support/ops-command';
import { aSigningMerchant } from '../support/processor-webhook';
import { recordsIn } from '../support/records';
import { paid, refundedAmounts, untilRefundIs } from '../support/refund-checks';
import { operationsOf, rowsOf } from '../support/rows';
import { system } from './crash-system';

const apiKey = 'sk_of_the_disputes';
const patient = { withinMs: 40_000 };
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  merchant = await aSigningMerchant(system, { secret: 'whsec_of_the_disputes', apiKey, account });
});
afterAll(() => receiver?.close());

interface Opened {
  readonly payment_id: string;
  readonly dispute_id: string;
  /** The processor's ids. */
  readonly charge: string;
  readonly reference: string;
}

const chargeOf = async (payment_id: string): Promise<string> =>
  ok(await merchant.api.get(`/payments/${payment_id}`)).connector_transaction_id as string;

async function anOpenDispute(): Promise<Opened> {
  const payment_id = await paid(merchant);
  const charge = await chargeOf(payment_id);
  const { id: reference } = await changeDispute(system, charge);
  const { dispute_id } = await untilDisputeIs(merchant, payment_id, 'dispute_opened');
  return { payment_id, dispute_id, charge, reference };
}

const answers = {
  accept: {
    status: 'dispute_accepted',
    kind: 'dispute_accept',
    give: ({ dispute_id }: Opened) => merchant.api.post(`/disputes/accept/${dispute_id}`),
  },
  submit: {
    status: 'dispute_challenged',
    kind: 'dispute_evidence',
    give: ({ dispute_id }: Opened) =>
      merchant.api.post('/disputes/evidence', { dispute_id, uncategorized_text: 'It was delivered' }),
  },
} as const;
type AnswerName = keyof typeof answers;
const names = ['accept', 'submit'] as const satisfies readonly AnswerName[];

const pendingAnswers = () => rowsOf(system, `SELECT dispute_id FROM payments.disputes WHERE answer = 'pending'`);
const untilAnswered = () => eventually(async () => (await pendingAnswers()).length === 0, patient);

/**
 * The processor has one answer. The merchant gives it again where the processor never had it, which the dispute must know, and
 * where the gateway replied 503 and the dispute has no answer: a restart took longer than the gateway waits, and the command lapsed.
 */
async function expectAnsweredOnce(dispute: Opened, name: AnswerName, replied: number): Promise<void> {
  const { payment_id, dispute_id, charge, reference } = dispute;
  const { give, status, kind } = answers[name];
  await untilAnswered();
  const rows = await rowsOf(system, 'SELECT answer FROM payments.disputes WHERE dispute_id = $1', [dispute_id]);
  const hasFailed = rows[0]!.answer === 'failed';
  const hasLapsed = replied === 503 && rows[0]!.answer === null;
  if (hasFailed || hasLapsed) ok(await give(dispute));
  await untilDisputeIs(merchant, payment_id, status);
  const found = ok(await system.sandbox.get(`/dummy-connector/disputes/${reference}`, { authorization: apiKey }));
  expect(found).toMatchObject({ status, answers: [{}] });
  const calls = system
    .ledger()
    .filter((one) => one.entry === 'request' && one.payment_id === charge && one.kind === kind);
  expect(calls.length).toBeLessThanOrEqual(hasFailed ? 2 : 1);
}

const ownersPoints = ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const;

/** The answer is in one batch, its outcome in the next. */
describe.each(ownersPoints)('the payments service, killed %s', (point) => {
  it.each([1, 2])('at its batch number %d, gives each answer to a dispute once', async (hit) => {
    const [accepted, submitted] = await Promise.all([anOpenDispute(), anOpenDispute()]);
    const given = await system.crashDuring('payments', `${point}=kill@${hit}`, () =>
      Promise.all([answers.accept.give(accepted), answers.submit.give(submitted)]),
    );
    const [accept, submit] = given.map(({ status }) => status) as [number, number];
    for (const status of [accept, submit]) expect([200, 503]).toContain(status);
    await Promise.all([
      expectAnsweredOnce(accepted, 'accept', accept),
      expectAnsweredOnce(submitted, 'submit', submit),
    ]);
  });
});

it.each([
  'claimed-before-send',
  'found-before-store',
  'sent-before-write',
  'response-before-store',
  'stored-before-result',
])('a worker killed %s never gives an answer twice', async (point) => {
  const disputes = await Promise.all([anOpenDispute(), anOpenDispute()]);
  const given = disputes.map((dispute, at) => [dispute, names[at]!] as const);
  const first = await system.crashDuring('connector-worker', `${point}=kill`, () =>
    Promise.all(given.map(([dispute, name]) => answers[name].give(dispute))),
  );
  for (const { status } of first) expect(status).toBeLessThan(500);
  for (const [at, [dispute, name]] of given.entries()) await expectAnsweredOnce(dispute, name, first[at]!.status);
});

const requestRefund = (payment_id: string, amount: number) => merchant.api.post('/refunds', { payment_id, amount });
const untilRefused = (payment_id: string, amount: number) =>
  eventually(async () => (await requestRefund(payment_id, amount)).body.error?.code === 'IR_13', patient);

it.each(ownersPoints)(
  'the payments and the refunds service, both killed %s at a notice, lose no disputed sum and none that comes back',
  async (point) => {
    const payment_id = await paid(merchant);
    const charge = await chargeOf(payment_id);
    const during = <T>(work: () => Promise<T>) =>
      system.crashDuring('payments', `${point}=kill`, () => system.crashDuring('refunds', `${point}=kill`, work));
    const { id } = await during(() => changeDispute(system, charge, { amount: 4_000 }));
    await untilDisputeIs(merchant, payment_id, 'dispute_opened');
    await untilRefused(payment_id, 6_001);
    await changeDispute(system, charge, { id, status: 'dispute_won' });
    await untilDisputeIs(merchant, payment_id, 'dispute_won');
    const { refund_id } = await eventually(async () => ok(await requestRefund(payment_id, 10_000)), patient);
    await untilRefundIs(merchant, refund_id, 'succeeded', 40_000);
    expect(refundedAmounts(system, payment_id)).toEqual([10_000]);
  },
);

it('a worker killed between the report of a notice and the note that its event came reports it again, to no effect', async () => {
  const payment_id = await paid(merchant);
  const charge = await chargeOf(payment_id);
  await system.crashDuring('connector-worker', 'reported-before-saved=kill', () => changeDispute(system, charge));
  const { dispute_id } = await untilDisputeIs(merchant, payment_id, 'dispute_opened');
  const saved = () =>
    rowsOf(system, 'SELECT 1 FROM connector_worker.processor_events WHERE changed::text LIKE $1', [`%${dispute_id}%`]);
  await eventually(async () => (await saved()).length === 1, patient);
  const rows = await rowsOf(system, 'SELECT version FROM payments.disputes WHERE dispute_id = $1', [dispute_id]);
  expect(rows).toEqual([{ version: 1 }]);
});

it('the payments service, killed before it stores a fetched dispute, stores it once', async () => {
  const silent = await atStripe(system, { listens: false });
  const payment = await payWith(silent, '4000000000000259', { capture_method: 'automatic' });
  const account = silent.connectors['stripe'].merchant_connector_id as string;
  const day = 86_400_000;
  const [from, till] = [-day, day].map((ms) => new Date(Date.now() + ms).toISOString());
  const path = `/disputes/${account}/fetch?fetch_from=${from}&fetch_till=${till}`;
  await system.crashDuring('payments', 'before-commit=kill', () =>
    eventually(async () => (ok(await silent.api.get(path)) as unknown as Json[]).length > 0, patient),
  );
  ok(await silent.api.get(path));
  await untilDisputeIs(silent, payment.payment_id, 'dispute_opened');
  const rows = await rowsOf(system, 'SELECT 1 FROM payments.disputes WHERE payment_id = $1', [payment.payment_id]);
  expect(rows).toHaveLength(1);
});

describe('while the processor does not say what became of a call', () => {
  const fails = async (match: object, fault: string): Promise<void> =>
    void ok(await system.sandbox.post('/control/faults', { match, fault }));
  const heal = async (): Promise<void> => void ok(await system.sandbox.raw('DELETE', '/control/faults'));
  afterEach(heal);

  it('notices of a charge that is not known wait, across the death of a worker, and the dispute ends as its last one', async () => {
    await fails({ connector: 'stripe_test', kind: 'lookup' }, 'fail_500');
    const { payment_id } = await pay(merchant, cardFields('4000000000070047'));
    const [operation] = await operationsOf(system, payment_id);
    const waiting = (count: number) =>
      eventually(
        async () =>
          (
            await rowsOf(system, 'SELECT 1 FROM connector_worker.unmatched_disputes WHERE merchant_id = $1', [
              merchant.merchantId,
            ])
          ).length === count,
        patient,
      );
    const id = 'dis_before_its_charge';
    const change = (status: string) =>
      changeDispute(system, operation!.operation_id, { id, status, names_reference: false });
    await change('dispute_opened');
    await waiting(1);
    await system.kill('connector-worker');
    await change('dispute_lost');
    await system.start('connector-worker');
    await waiting(2);
    await heal();
    await untilDisputeIs(merchant, payment_id, 'dispute_lost');
    await waiting(0);
    await untilRefused(payment_id, 1);
  });

  it.each([
    ['had', 'execute_then_drop'],
    ['never had', 'refuse'],
  ])('a dispute is lost that awaits the acceptance which the processor %s', async (_, fault) => {
    const dispute = await anOpenDispute();
    await fails({ kind: 'dispute_accept', payment_id: dispute.charge }, fault);
    await fails({ kind: 'dispute_lookup', payment_id: dispute.charge }, 'fail_500');
    expect(ok(await answers.accept.give(dispute)).dispute_status).toBe('dispute_opened');
    await changeDispute(system, dispute.charge, { id: dispute.reference, status: 'dispute_lost' });
    await untilDisputeIs(merchant, dispute.payment_id, 'dispute_lost');
    expect(await pendingAnswers()).toEqual([{ dispute_id: dispute.dispute_id }]);
    await heal();
    await untilAnswered();
    await untilDisputeIs(merchant, dispute.payment_id, 'dispute_lost');
    await untilRefused(dispute.payment_id, 1);
  });
});

it('no answer waits for an outcome, and an operator reads it while one service is away', async () => {
  await untilAnswered();
  const listed = JSON.parse(await runOps(system, ['stuck', '--min-age', '0', '--json'])) as Json;
  expect(listed.services).toEqual({ payments: 'answered', refunds: 'answered', payouts: 'away' });
  expect(listed.data.filter(({ merchant_id }: Json) => merchant_id === merchant.merchantId)).toEqual([]);
});

it('nothing of a dispute is left: one event for each version, on both topics, one webhook for each status, no incident', async () => {
  await untilAnswered();
  const rows = await rowsOf<{ dispute_id: string; version: number; merchant_id: string }>(
    system,
    'SELECT dispute_id, version, merchant_id FROM payments.disputes',
  );
  const byDispute = async (topic: string) =>
    historiesIn(
      (await recordsIn(system, [topic])).flatMap((record) => {
        const { disputeId } = JSON.parse(String(record.value)) as Record<string, string>;
        return disputeId === undefined ? [] : [{ ...record, key: Buffer.from(disputeId) }];
      }),
    );
  await eventually(async () => (await rowsOf(system, 'SELECT 1 FROM payments.outbox')).length === 0, patient);
  const own = await byDispute('disputes.lifecycle');
  for (const events of [own, await byDispute('payments.lifecycle')]) {
    expect(events.size).toBe(rows.length);
    for (const { dispute_id, version } of rows)
      expect([dispute_id, events.get(dispute_id)?.versions]).toEqual([
        dispute_id,
        Array.from({ length: version }, (_, at) => at + 1),
      ]);
  }
  const stateOf = (body: Record<string, string> | undefined) => body && `${body['stage']} ${body['status']}`;
  const moves = [...own.values()].flatMap(({ bodies }) =>
    [...bodies.values()].filter(
      (body, at, all) => body['merchantId'] === merchant.merchantId && stateOf(body) !== stateOf(all[at - 1]),
    ),
  );
  await eventually(() => {
    const delivered = receiver.calls.map(({ body }) => JSON.parse(body) as Json);
    const events = delivered.filter(({ event_type }) => String(event_type).startsWith('dispute_'));
    return new Set(events.map(({ event_id }) => event_id as string)).size === moves.length;
  }, patient);
  expect(
    await rowsOf(system, 'SELECT kind FROM payments.incidents WHERE merchant_id = $1', [merchant.merchantId]),
  ).toEqual([]);
});
