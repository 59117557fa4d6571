import { aMerchant, ok, paymentBody, type Answer, type TestMerchant } from '@payorch/harness';
import { expectLedgerAgreement } from '../support/quick-system';
import { effectLabelsOf, effectsOf, retrievePayment, expectedFromLedger } from '../support/ledger-check';
import { system } from './concurrency-system';

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** Creates an authorized payment of 6540 and returns its id. */
const authorized = async (): Promise<string> =>
  ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' }))).payment_id;

const capture = (paymentId: string, amount_to_capture?: unknown) =>
  merchant.api.post(`/payments/${paymentId}/capture`, amount_to_capture === undefined ? {} : { amount_to_capture });
const cancel = (paymentId: string) => merchant.api.post(`/payments/${paymentId}/cancel`);
const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);

/** Asserts that the payment shows the amounts of the processor's ledger. */
async function expectLedgerAmounts(paymentId: string): Promise<void> {
  const { received, statuses } = expectedFromLedger(effectsOf(system, paymentId), 6540);
  const shown = await retrievePayment(merchant, paymentId);
  expect(received).toBeLessThanOrEqual(6540);
  expect(shown.amount_received ?? 0).toBe(received);
  expect(statuses).toContain(shown.status);
}

describe('a capture racing a void', () => {
  const rounds = 40;

  it('never succeeds together with the void', async () => {
    const ids = await Promise.all(Array.from({ length: rounds }, authorized));
    const answers = await Promise.all(
      ids.map((id, round) => Promise.all(round % 2 ? [capture(id), cancel(id)] : [cancel(id), capture(id)])),
    );
    for (const [round, id] of ids.entries()) {
      const pair = answers[round]!;
      expect(pair.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(['IR_14', 'IR_16']).toContain(pair.find(({ status }) => status === 400)?.body.error.code);
      expect(effectLabelsOf(system, id)).toHaveLength(2);
      await expectLedgerAmounts(id);
    }
  });
});

describe('20 captures of one payment at once', () => {
  it.each([
    ['of the whole authorized amount', undefined, 'succeeded', 6540],
    ['of a part', 2000, 'partially_captured', 2000],
  ])('%s: one is made', async (_, amount, status, received) => {
    const id = await authorized();
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(id, amount)));
    expect(won(answers)).toHaveLength(1);
    for (const { status: answered, body } of answers)
      if (answered !== 200) expect([answered, body.error.code]).toEqual([400, 'IR_14']);
    expect(await retrievePayment(merchant, id)).toMatchObject({ status, amount_received: received });
    expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', `capture ${received}`]);
  });

  it('of different amounts that together exceed the authorization: one is made', async () => {
    const id = await authorized();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => capture(id, 3000 + index)));
    const [winner] = won(answers);
    expect(won(answers)).toHaveLength(1);
    expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', `capture ${winner!.body.amount_received}`]);
    await expectLedgerAmounts(id);
  });
});

it.each<[string, unknown, number, string]>([
  ['more than the authorized amount', 6541, 422, 'IR_06'],
  ['far more', Number.MAX_SAFE_INTEGER, 422, 'IR_06'],
  ['nothing', 0, 422, 'IR_05'],
  ['less than nothing', -1, 422, 'IR_05'],
  ['a fraction', 0.5, 400, 'IR_06'],
  ['text', '6540', 400, 'IR_06'],
  ['a number beyond the safe integers', 2 ** 53, 400, 'IR_06'],
])('a capture of %s is refused', async (_, amount, status, code) => {
  const id = await authorized();
  const refused = await capture(id, amount);
  expect([refused.status, refused.body.error?.code]).toEqual([status, code]);
  expect(await retrievePayment(merchant, id)).toMatchObject({ status: 'requires_capture', amount_capturable: 6540 });
  expect(effectLabelsOf(system, id)).toEqual(['authorize 6540']);
});

it('a second capture and a void are refused after a partial capture', async () => {
  const id = await authorized();
  ok(await capture(id, 4000));
  expect((await capture(id, 2540)).body.error.code).toBe('IR_14');
  expect((await cancel(id)).body.error.code).toBe('IR_16');
  expect(effectLabelsOf(system, id)).toEqual(['authorize 6540', 'capture 4000']);
  await expectLedgerAmounts(id);
});

it('every payment agrees with the ledger at the end', () => expectLedgerAgreement(system));
