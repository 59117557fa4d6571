import { aMerchant, type Answer, type TestMerchant } from '@payorch/harness';
import { refundedAndVoided, postCaptureVoid } from '../support/post-capture-voids';
import { expectLedgerAgreement } from '../support/quick-system';
import { expectRefundLedgerAgreement, refundedAmounts, paid } from '../support/refund-checks';
import { effectLabelsOf } from '../support/ledger-check';
import { system } from './race-system';

const rounds = 150;
const atOnce = 12;
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const refund = (payment_id: string): Promise<Answer> => merchant.api.post('/refunds', { payment_id, amount: 600 });
const resultOf = ({ status, body }: Answer): string =>
  status === 200 ? body.status : `${status} ${body.error.code} ${body.error.message}`;

const voidRefused = '400 IR_16 Post-capture void cannot be performed after a refund has been issued';
const voiding = '400 IR_16 Refund void cannot be performed after a post-capture void has been issued';
const voided =
  '400 IR_14 This Payment could not be refund because it has a status of cancelled_post_capture. The expected state is succeeded, partially_captured';

/** Runs the rounds with limited concurrency. */
async function inRounds(count: number, round: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await round(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Sends a refund and a void at once, in alternating order; returns the results of the refund and of the void, and the effects. */
async function race(index: number): Promise<string> {
  const payment_id = await paid(merchant, 1_000);
  const both = [() => refund(payment_id), () => postCaptureVoid(merchant, payment_id)];
  const answers = index % 2 === 0 ? both.map((request) => request()) : both.reverse().map((request) => request());
  const [first, second] = (await Promise.all(answers)).map(resultOf);
  const [ofRefund, ofVoid] = index % 2 === 0 ? [first, second] : [second, first];
  const effectLabels = [
    ...effectLabelsOf(system, payment_id).slice(1),
    ...refundedAmounts(system, payment_id).map((sum) => `refunded ${sum}`),
  ];
  return `${ofRefund} | ${ofVoid} | ${[...new Set(effectLabels)].join(', ')}`;
}

const expectedResults = [
  `succeeded | ${voidRefused} | refund 600, refunded 600`,
  `${voiding} | cancelled_post_capture | post_capture_void 1000`,
  `${voided} | cancelled_post_capture | post_capture_void 1000`,
];

async function expectOneWayEach(count: number): Promise<void> {
  const seen = new Map<string, number>();
  await inRounds(count, async (index) => {
    const result = await race(index);
    seen.set(result, (seen.get(result) ?? 0) + 1);
  });
  expect([...seen.keys()].filter((result) => !expectedResults.includes(result))).toEqual([]);
  expect(seen.get(expectedResults[0]!) ?? 0).toBeGreaterThan(0);
  expect(seen.get(expectedResults[0]!)).toBeLessThan(count);
}

it(`a refund or a void of one charge succeeds, never both, in ${rounds} rounds`, () => expectOneWayEach(rounds));

it('concurrent void requests make one void', async () => {
  const payment_id = await paid(merchant, 1_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => postCaptureVoid(merchant, payment_id)));
  const results = new Set(answers.map(resultOf));
  results.delete('400 IR_16 You cannot cancel_post_capture this payment because it has status cancelled_post_capture');
  expect([...results]).toEqual(['cancelled_post_capture']);
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 1000', 'post_capture_void 1000']);
});

it('a refund or a void of one charge succeeds, never both, with two instances of payments and refunds', async () => {
  for (const app of ['payments', 'refunds'] as const) {
    const second = await system.addInstance(app);
    second.launch({});
    await second.ready();
  }
  await expectOneWayEach(100);
});

it('no charge was both refunded and voided, by the processor’s ledger', async () => {
  await expectLedgerAgreement(system);
  await expectRefundLedgerAgreement(system);
  expect(refundedAndVoided(system)).toEqual([]);
});
