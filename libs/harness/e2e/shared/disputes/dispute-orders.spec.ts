import {
  eventually,
  ok,
  paymentBody,
  randomOf,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { changeDispute, untilDisputeIs } from '../../support/disputes';
import { historiesIn } from '../../support/lifecycle';
import { aSigningMerchant, eventAbout, postWebhook, signed, webhookPath } from '../../support/processor-webhook';
import { recordsIn } from '../../support/records';
import { refusal, statusAndBody } from '../../support/wire';

/** Notices of disputes in any order, late and again. All orders are in the unit tests of payments. */
const system = sharedSystem();
const secret = 'whsec_of_the_orders';
const amount = 10_000;
const patient = { withinMs: 40_000 };
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await aSigningMerchant(system, { secret })));

type State = readonly [stage: string, status: string];
const open = 'dispute_opened';
const challenged = 'dispute_challenged';

/** What a processor reports in this order. `left`: what can be refunded at the end. */
const courses: readonly { readonly states: readonly State[]; readonly left: number }[] = [
  {
    states: [
      ['dispute', open],
      ['dispute', challenged],
      ['dispute', 'dispute_won'],
    ],
    left: amount,
  },
  {
    states: [
      ['pre_dispute', open],
      ['dispute', open],
      ['dispute', 'dispute_lost'],
    ],
    left: 0,
  },
  {
    states: [
      ['pre_dispute', open],
      ['pre_dispute', challenged],
      ['pre_dispute', 'dispute_cancelled'],
    ],
    left: amount,
  },
  {
    states: [
      ['dispute', 'dispute_lost'],
      ['pre_arbitration', challenged],
      ['arbitration', 'dispute_accepted'],
      ['dispute_reversal', 'dispute_won'],
    ],
    left: amount,
  },
];

const random = randomOf(30);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
const post = (event: string): Promise<Answer> =>
  postWebhook(system, webhookPath(merchant, 'stripe_test'), event, signed(event, secret));
/** The same event so many times at once. */
async function send(event: string, copies: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: copies }, () => post(event)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}
const noticeOf = (dispute: Json): string =>
  eventAbout(dispute, dispute.status === open ? 'dispute.opened' : 'dispute.updated');
const refund = (payment_id: string, sum: number) => merchant.api.post('/refunds', { payment_id, amount: sum });
/** The refund's answer, once the refunds service knows what the disputes take. */
const untilRefunded = (payment_id: string, sum: number, isTaken: boolean): Promise<Answer> =>
  eventually(async () => {
    const answer = await refund(payment_id, sum);
    return (answer.status === 200) === isTaken ? answer : undefined;
  }, patient);
const exceeds = refusal(400, 'IR_13', 'The refund amount exceeds the amount captured');
const pay = async (): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody({ amount })));

const orders = courses.flatMap(({ states, left }) =>
  Array.from({ length: 6 }, (_, number) => ({ states, left, order: shuffled(states.map((_state, at) => at)), number })),
);

it('24 orders of notices, each repeated and late, end in the last state, with what it leaves to refund', async () => {
  const ends = await Promise.all(
    orders.map(async ({ states, left, order, number }) => {
      const { payment_id, connector_transaction_id: charge } = await pay();
      const said: Json[] = [];
      for (const [at, [stage, status]] of states.entries()) {
        const updated = new Date(Date.now() + at * 1_000).toISOString();
        const wanted = { id: `dis_${payment_id}`, stage, status, updated, copies: 0 };
        said.push(await changeDispute(system, charge, wanted));
      }
      // One of each course comes fifty times at once.
      for (const at of order) await send(noticeOf(said[at]!), number === 0 ? 50 : 2);
      // Those before the last one come again, as new events.
      await Promise.all(shuffled(said.slice(0, -1)).map((one) => send(noticeOf(one), 1)));
      const [stage, status] = states.at(-1)!;
      const { dispute_id } = await untilDisputeIs(merchant, payment_id, status);
      expect(statusAndBody(await untilRefunded(payment_id, left + 1, false))).toMatchObject(exceeds);
      if (left > 0) await untilRefunded(payment_id, left, true);
      return { dispute_id, end: [stage, status] };
    }),
  );
  const records = await recordsIn(system, ['disputes.lifecycle']);
  const events = historiesIn(
    records.map((record) => ({ ...record, key: Buffer.from((JSON.parse(String(record.value)) as Json).disputeId) })),
  );
  for (const { dispute_id, end } of ends) {
    const { dispute_stage, dispute_status } = ok(await merchant.api.get(`/disputes/${dispute_id}`));
    expect([dispute_id, dispute_stage, dispute_status]).toEqual([dispute_id, ...end]);
    const { versions, bodies } = events.get(dispute_id)!;
    expect(versions).toEqual(versions.map((_, at) => at + 1));
    const last = bodies.get(versions.at(-1)!)!;
    expect([last['stage'], last['status']]).toEqual(end);
  }
});

it('a charge may carry several disputes at once, each of which takes or gives back its own sum', async () => {
  const { payment_id, connector_transaction_id: charge } = await pay();
  const courseOf = async (id: string, sum: number, statuses: readonly string[]): Promise<string[]> => {
    const notices: string[] = [];
    for (const [at, status] of statuses.entries()) {
      const updated = new Date(Date.now() + at * 1_000).toISOString();
      const wanted = { id: `${id}_${payment_id}`, status, amount: sum, updated, copies: 0 };
      notices.push(noticeOf(await changeDispute(system, charge, wanted)));
    }
    return notices;
  };
  const notices = [
    ...(await courseOf('dis_lost', 4_000, [open, 'dispute_lost'])),
    ...(await courseOf('dis_won', 3_000, [open, challenged, 'dispute_won'])),
    ...(await courseOf('dis_open', 2_000, [open])),
  ];
  await Promise.all(shuffled(notices).map((notice) => send(notice, 2)));
  await eventually(async () => {
    const { disputes, state_metadata } = ok(await merchant.api.get(`/payments/${payment_id}`));
    const shown = ((disputes ?? []) as Json[]).map(({ amount: sum, dispute_status }) => `${sum} ${dispute_status}`);
    expect(shown.sort()).toEqual(['2000 dispute_opened', '3000 dispute_won', '4000 dispute_lost']);
    expect(state_metadata.total_disputed_amount).toBe(6_000);
    return true;
  }, patient);
  expect(statusAndBody(await untilRefunded(payment_id, 4_001, false))).toMatchObject(exceeds);
});
