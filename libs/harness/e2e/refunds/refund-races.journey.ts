import { aMerchant, type Answer, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../support/rows';
import { expectRefundLedgerAgreement, refundedAmounts, paid } from '../support/refund-checks';
import { system } from './race-system';

const rounds = 1_000;
const atOnce = 16;
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const refund = (body: object): Promise<Answer> => merchant.api.post('/refunds', body);
const resultOf = ({ status, body }: Answer): string =>
  status === 200 ? body.status : `${status} ${body.error.type} ${body.error.code}`;
const exceeded = '400 invalid_request IR_13';

/** Runs the rounds with limited concurrency. */
async function inRounds(count: number, round: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await round(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

it(`one of two refunds of 60 on 100 succeeds, in ${rounds} rounds`, async () => {
  const outcomes = new Map<string, number>();
  await inRounds(rounds, async () => {
    const payment_id = await paid(merchant, 1_000);
    const answers = await Promise.all([refund({ payment_id, amount: 600 }), refund({ payment_id, amount: 600 })]);
    const outcome = answers.map(resultOf).sort().join(', ');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  expect(Object.fromEntries(outcomes)).toEqual({ [`${exceeded}, succeeded`]: rounds });
});

it('ten of twenty refunds of 10 on 100 succeed', async () => {
  const payment_id = await paid(merchant, 1_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund({ payment_id, amount: 100 })));
  const results = answers.map(resultOf).sort();
  expect(results).toEqual([...Array(10).fill(exceeded), ...Array(10).fill('succeeded')]);
  expect(refundedAmounts(system, payment_id)).toEqual(Array(10).fill(100));
});

it('concurrent requests with one refund id make one refund, for one payment or for several', async () => {
  const used = '400 invalid_request HE_01';
  const payments = await Promise.all(Array.from({ length: 8 }, () => paid(merchant, 1_000)));
  const one = await Promise.all(
    Array.from({ length: 8 }, () => refund({ payment_id: payments[0], amount: 100, refund_id: 'one' })),
  );
  expect(one.map(resultOf).sort()).toEqual([...Array(7).fill(used), 'succeeded']);
  const each = await Promise.all(payments.map((payment_id) => refund({ payment_id, amount: 100, refund_id: 'each' })));
  expect(each.map(resultOf).sort()).toEqual([...Array(7).fill(used), 'succeeded']);
  expect(payments.flatMap((payment_id) => refundedAmounts(system, payment_id))).toEqual([100, 100]);
});

it('one of two refunds succeeds with two instances of the refunds service', async () => {
  const second = await system.addInstance('refunds');
  second.launch({});
  await second.ready();
  await inRounds(100, async () => {
    const payment_id = await paid(merchant, 1_000);
    const answers = await Promise.all([refund({ payment_id, amount: 600 }), refund({ payment_id, amount: 600 })]);
    expect(answers.map(resultOf).sort()).toEqual([exceeded, 'succeeded']);
  });
  expect(await second.end('SIGTERM')).toBe('code 0');
});

it('no payment was refunded beyond its charge, by the processor’s ledger', async () => {
  await expectRefundLedgerAgreement(system);
  const [sums] = await rowsOf<{ balances: number; reserved: string }>(
    system,
    `SELECT count(*)::int AS balances, max(reserved) AS reserved FROM refunds.balances WHERE charged = 1000`,
  );
  expect(sums!.balances).toBeGreaterThan(rounds);
  expect(Number(sums!.reserved)).toBeLessThanOrEqual(1_000);
});
