import { aMerchant, type Answer, type System, type TestMerchant } from '@payorch/harness';
import { refundedAndVoided, postCaptureVoid } from '../support/post-capture-voids';
import { expectLedgerAgreement } from '../support/quick-system';
import { expectRefundLedgerAgreement, refundedAmounts, paid, spawnQuickWithRefunds } from '../support/refund-checks';
import { effectLabelsOf } from '../support/ledger-check';

jest.setTimeout(600_000);

const rounds = 150;
const atOnce = 12;
let system: System;
let merchant: TestMerchant;
beforeAll(async () => {
  // So much at once is slow on a small machine, and no call may be given up for that.
  const patient = { CALL_TIMEOUT_MS: '20000', CONNECT_TIMEOUT_MS: '5000', LEASE_MS: '25000' };
  system = await spawnQuickWithRefunds({ appEnv: { 'connector-worker': patient } });
  merchant = await aMerchant(system);
});
afterAll(() => system?.stop());

const refund = (payment_id: string): Promise<Answer> => merchant.api.post('/refunds', { payment_id, amount: 600 });
const said = ({ status, body }: Answer): string =>
  status === 200 ? body.status : `${status} ${body.error.code} ${body.error.message}`;

const forestalled = '400 IR_16 Post-capture void cannot be performed after a refund has been issued';
const voiding = '400 IR_16 Refund void cannot be performed after a post-capture void has been issued';
const voided =
  '400 IR_14 This Payment could not be refund because it has a status of cancelled_post_capture. The expected state is succeeded, partially_captured';

/** So many rounds side by side that the machine is busy, and no more. */
async function inRounds(count: number, round: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await round(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** A refund and a void at once; who is asked first takes turns. Gives what both were told, the refund first. */
async function race(index: number): Promise<string> {
  const payment_id = await paid(merchant, 1_000);
  const both = [() => refund(payment_id), () => postCaptureVoid(merchant, payment_id)];
  const answers = index % 2 === 0 ? both.map((ask) => ask()) : both.reverse().map((ask) => ask());
  const [first, second] = (await Promise.all(answers)).map(said);
  const [ofRefund, ofVoid] = index % 2 === 0 ? [first, second] : [second, first];
  const deeds = [...effectLabelsOf(system, payment_id).slice(1), ...refundedAmounts(system, payment_id).map((sum) => `gave ${sum}`)];
  return `${ofRefund} | ${ofVoid} | ${[...new Set(deeds)].join(', ')}`;
}

const stories = [
  `succeeded | ${forestalled} | refund 600, gave 600`,
  `${voiding} | cancelled_post_capture | post_capture_void 1000`,
  `${voided} | cancelled_post_capture | post_capture_void 1000`,
];

async function expectOneWayEach(count: number): Promise<void> {
  const seen = new Map<string, number>();
  await inRounds(count, async (index) => {
    const story = await race(index);
    seen.set(story, (seen.get(story) ?? 0) + 1);
  });
  expect([...seen.keys()].filter((story) => !stories.includes(story))).toEqual([]);
  expect(seen.get(stories[0]!) ?? 0).toBeGreaterThan(0);
  expect(seen.get(stories[0]!)).toBeLessThan(count);
}

it(`lets a refund or a void of one charge through, never both, ${rounds} times`, () => expectOneWayEach(rounds));

it('makes one void however many ask for it at once', async () => {
  const payment_id = await paid(merchant, 1_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => postCaptureVoid(merchant, payment_id)));
  const told = new Set(answers.map(said));
  told.delete('400 IR_16 You cannot cancel_post_capture this payment because it has status cancelled_post_capture');
  expect([...told]).toEqual(['cancelled_post_capture']);
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 1000', 'post_capture_void 1000']);
});

it('holds with two instances of every owner', async () => {
  for (const app of ['payments', 'refunds'] as const) {
    const second = await system.addInstance(app);
    second.launch({});
    await second.ready();
  }
  await expectOneWayEach(100);
});

it('never gave one charge back both ways, by the processor’s own ledger', async () => {
  await expectLedgerAgreement(system);
  await expectRefundLedgerAgreement(system);
  expect(refundedAndVoided(system)).toEqual([]);
});
