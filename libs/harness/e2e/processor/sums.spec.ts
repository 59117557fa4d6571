import { aMerchant, ok, paymentBody, type Answer, type System, type TestMerchant } from '@payorch/harness';
import { expectLedgerAgreement, longTimeoutWorker, spawnQuick } from '../support/quick-system';
import { effectLabelsOf, effectsOf, retrievePayment, expectedFromLedger } from '../support/ledger-check';

jest.setTimeout(120_000);

let system: System;
let merchant: TestMerchant;
beforeAll(async () => {
  system = await spawnQuick({ appEnv: { 'connector-worker': longTimeoutWorker } });
  merchant = await aMerchant(system);
});
afterAll(() => system?.stop());

/** A payment of 6540 that is held, by its id. */
const held = async (): Promise<string> =>
  ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' }))).payment_id;

const capture = (paymentId: string, amount_to_capture?: unknown) =>
  merchant.api.post(`/payments/${paymentId}/capture`, amount_to_capture === undefined ? {} : { amount_to_capture });
const cancel = (paymentId: string) => merchant.api.post(`/payments/${paymentId}/cancel`);
const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

/** What the merchant is shown is what the processor did. */
async function expectTheSameSums(paymentId: string): Promise<void> {
  const { received, statuses } = expectedFromLedger(effectsOf(system, paymentId), 6540);
  const shown = await retrievePayment(merchant, paymentId);
  expect(received).toBeLessThanOrEqual(6540);
  expect(shown.amount_received ?? 0).toBe(received);
  expect(statuses).toContain(shown.status);
}

describe('a capture racing a void', () => {
  const rounds = 40;

  it('never both win', async () => {
    const ids = await Promise.all(Array.from({ length: rounds }, held));
    const answers = await Promise.all(
      ids.map((id, round) => Promise.all(round % 2 ? [capture(id), cancel(id)] : [cancel(id), capture(id)])),
    );
    for (const [round, id] of ids.entries()) {
      const pair = answers[round]!;
      expect(pair.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(['IR_14', 'IR_16']).toContain(pair.find(({ status }) => status === 400)?.body.error.code);
      expect(effectLabelsOf(system, id)).toHaveLength(2);
      await expectTheSameSums(id);
    }
  });
});

describe('20 captures of one payment at once', () => {
  it.each([
    ['of all that is held', undefined, 'succeeded', 6540],
    ['of a part', 2000, 'partially_captured', 2000],
  ])('%s: one is made', async (_, amount, status, received) => {
    const id = await held();
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(id, amount)));
    expect(won(answers)).toHaveLength(1);
    for (const { status: answered, body } of answers)
      if (answered !== 200) expect([answered, body.error.code]).toEqual([400, 'IR_14']);
    expect(await retrievePayment(merchant, id)).toMatchObject({ status, amount_received: received });
    expect(effectLabelsOf(system, id)).toEqual(['hold 6540', `capture ${received}`]);
  });

  it('of different sums, which together would be too much: one is made', async () => {
    const id = await held();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => capture(id, 3000 + index)));
    const [winner] = won(answers);
    expect(won(answers)).toHaveLength(1);
    expect(effectLabelsOf(system, id)).toEqual(['hold 6540', `capture ${winner!.body.amount_received}`]);
    await expectTheSameSums(id);
  });
});

it.each<[string, unknown, number, string]>([
  ['more than is held', 6541, 422, 'IR_06'],
  ['far more', Number.MAX_SAFE_INTEGER, 422, 'IR_06'],
  ['nothing', 0, 422, 'IR_05'],
  ['less than nothing', -1, 422, 'IR_05'],
  ['a fraction', 0.5, 400, 'IR_06'],
  ['text', '6540', 400, 'IR_06'],
  ['what no integer holds', 2 ** 53, 400, 'IR_06'],
])('refuses to capture %s', async (_, amount, status, code) => {
  const id = await held();
  const refused = await capture(id, amount);
  expect([refused.status, refused.body.error?.code]).toEqual([status, code]);
  expect(await retrievePayment(merchant, id)).toMatchObject({ status: 'requires_capture', amount_capturable: 6540 });
  expect(effectLabelsOf(system, id)).toEqual(['hold 6540']);
});

it('refuses a second capture of what the first left, and a void of what is captured', async () => {
  const id = await held();
  ok(await capture(id, 4000));
  expect((await capture(id, 2540)).body.error.code).toBe('IR_14');
  expect((await cancel(id)).body.error.code).toBe('IR_16');
  expect(effectLabelsOf(system, id)).toEqual(['hold 6540', 'capture 4000']);
  await expectTheSameSums(id);
});

it('agrees with the ledger at the end', () => expectLedgerAgreement(system));
