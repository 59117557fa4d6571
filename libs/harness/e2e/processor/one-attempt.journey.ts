import { aMerchant, cardFields, ok, paymentBody, type Answer, type TestMerchant } from '@payorch/harness';
import { expectLedgerAgreement } from '../support/quick-system';
import { rowsOf } from '../support/rows';
import { effectLabelsOf, retrievePayment } from '../support/ledger-check';
import { system } from './concurrency-system';

let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Counts the answers: `200`, or status and error code. */
function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? '200' : `${status} ${body.error?.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const attemptsOf = (paymentId: string) =>
  rowsOf<{ state: string }>(system, 'SELECT state FROM payments.attempts WHERE payment_id = $1', [paymentId]);

describe('50 confirms of one payment at once', () => {
  it.each<[string, number, object]>([
    ['a processor that answers at once', 0, {}],
    ['a slow processor', 300, {}],
    ['a card given with each confirm', 100, cardFields()],
  ])('with %s: one charge, one success, 49 refusals', async (_, ms, fields) => {
    ok(await system.sandbox.post('/control/latency', { ms }));
    const created = ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
    const paymentId = created.payment_id as string;
    const answers = await times(50, () => merchant.api.post(`/payments/${paymentId}/confirm`, fields));
    expect(counted(answers)).toEqual({ '200': 1, '400 IR_16': 49 });
    for (const { status, body } of answers) {
      if (status === 200)
        expect(body).toMatchObject({ payment_id: paymentId, status: 'succeeded', amount_received: 6540 });
      else
        expect(body.error).toMatchObject({
          type: 'invalid_request',
          message: expect.stringContaining('cannot confirm'),
        });
    }
    expect(effectLabelsOf(system, paymentId)).toEqual(['charge 6540']);
    expect(await attemptsOf(paymentId)).toEqual([{ state: 'charged' }]);
  });

  it('with an unknown outcome: no second attempt begins', async () => {
    const body = paymentBody({ confirm: false, ...cardFields('4000000000070047') });
    const { payment_id } = ok(await merchant.api.post('/payments', body));
    const answers = await times(50, () => merchant.api.post(`/payments/${payment_id}/confirm`));
    expect(counted(answers)).toEqual({ '200': 1, '400 IR_16': 49 });
    expect(answers.find(({ status }) => status === 200)?.body.status).toBe('processing');
    await expectLedgerAgreement(system);
    expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540']);
    expect(await attemptsOf(payment_id)).toHaveLength(1);
  });
});

it('one of 50 creates with the same payment_id succeeds, and the others are refused with HE_01', async () => {
  const payment_id = 'chosen_by_the_merchant';
  const answers = await times(50, (index) =>
    merchant.api.post('/payments', paymentBody({ payment_id, amount: 1000 + index })),
  );
  expect(counted(answers)).toEqual({ '200': 1, '400 HE_01': 49 });
  const winner = answers.find(({ status }) => status === 200)!.body;
  expect(await retrievePayment(merchant, payment_id)).toMatchObject({ amount: winner.amount, status: 'succeeded' });
  expect(effectLabelsOf(system, payment_id)).toEqual([`charge ${winner.amount}`]);
});

it('two merchants with the same payment_id get separate payments', async () => {
  const other = await aMerchant(system);
  const payment_id = 'chosen_by_both';
  const answers = await Promise.all(
    [merchant, other].map(({ api }, index) => api.post('/payments', paymentBody({ payment_id, amount: 2000 + index }))),
  );
  expect(counted(answers)).toEqual({ '200': 2 });
  expect([
    (await retrievePayment(merchant, payment_id)).amount,
    (await retrievePayment(other, payment_id)).amount,
  ]).toEqual([2000, 2001]);
  expect(effectLabelsOf(system, payment_id).sort()).toEqual(['charge 2000', 'charge 2001']);
});

it('concurrent confirms by client and merchant make one charge', async () => {
  const { payment_id, client_secret } = ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
  const answers = await times(20, (index) =>
    index % 2 === 0
      ? merchant.api.post(`/payments/${payment_id}/confirm`)
      : merchant.client.post(`/payments/${payment_id}/confirm`, { client_secret }),
  );
  expect(counted(answers)).toEqual({ '200': 1, '400 IR_16': 19 });
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540']);
});
