import type { Answer, System, TestMerchant } from '@payorch/harness';
import { longTimeoutWorker } from '../support/quick-system';
import {
  aPayoutMerchant,
  createdPayout,
  expectPayoutLedgerAgreement,
  payoutBody,
  payoutEffects,
  retrievePayout,
  spawnQuickWithPayouts,
  toIban,
} from '../support/payouts';

jest.setTimeout(600_000);

let system: System;
let merchant: TestMerchant;
beforeAll(async () => {
  system = await spawnQuickWithPayouts({ appEnv: { 'connector-worker': longTimeoutWorker } });
  merchant = await aPayoutMerchant(system, { connectors: ['stripe_test', 'pretendpay'] });
});
afterAll(() => system?.stop());

const atOnce = 50;
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const post = (id: string, action: 'cancel' | 'confirm' | 'fulfill'): Promise<Answer> =>
  merchant.api.post(`/payouts/${id}/${action}`, action === 'confirm' ? {} : { payout_id: id });
const resultOf = ({ status, body }: Answer): string =>
  status === 200 ? body.status : `${status} ${body.error.type} ${body.error.code}`;
const counted = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of answers.map(resultOf)) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};

const refused = '422 invalid_request IR_06';
/** An account with a step before the fulfilment, and one without. */
const destinations = [
  ['a card, which the processor pays in one step', {}, 'stripe_test'],
  ['a bank account, which the processor gets beforehand', toIban('NL46TEST0136169112'), 'pretendpay'],
] as const;

describe.each(destinations)('to %s', (_, destination, connector) => {
  const waiting = (): Promise<Record<string, string>> =>
    createdPayout(merchant, { auto_fulfill: false, connector: [connector], ...destination });

  it(`${atOnce} fulfilments at once pay once`, async () => {
    const { payout_id, status } = await waiting();
    expect(status).toBe('requires_fulfillment');
    const answers = await times(atOnce, () => post(payout_id!, 'fulfill'));
    expect(counted(answers)).toEqual({ success: 1, [refused]: atOnce - 1 });
    expect(payoutEffects(system, payout_id!)).toEqual(['payout 6540']);
  });

  it(`a cancellation and a fulfilment at once have one winner, in ${atOnce} rounds, and the loser is refused`, async () => {
    const rounds = await times(atOnce, async (index) => {
      const { payout_id } = await waiting();
      const order = index % 2 === 0 ? (['cancel', 'fulfill'] as const) : (['fulfill', 'cancel'] as const);
      const answers = await Promise.all(order.map((action) => post(payout_id!, action)));
      const { status } = await retrievePayout(merchant, payout_id!);
      const effects = payoutEffects(system, payout_id!).filter((effect) => effect.startsWith('payout'));
      return [answers.map(resultOf).sort(), status, effects];
    });
    const won = {
      cancelled: [[refused, 'cancelled'], 'cancelled', []],
      success: [[refused, 'success'], 'success', ['payout 6540']],
    };
    for (const round of rounds) expect([won.cancelled, won.success]).toContainEqual(round);
  });

  it(`${atOnce} confirmations at once pay once`, async () => {
    const { payout_id } = await createdPayout(merchant, { confirm: false, connector: [connector], ...destination });
    const answers = await times(atOnce, () => post(payout_id, 'confirm'));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await expectPayoutLedgerAgreement(system, { ofMerchant: merchant.merchantId });
    expect(payoutEffects(system, payout_id).filter((effect) => effect.startsWith('payout'))).toEqual(['payout 6540']);
  });
});

it('one of many creations with one payout id wins', async () => {
  const payout_id = `payout_${'0123456789abcdefghijklm'}`;
  const answers = await times(8, () => merchant.api.post('/payouts/create', payoutBody({ payout_id })));
  expect(counted(answers)).toEqual({ success: 1, '400 invalid_request HE_01': 7 });
  expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
});

it('two instances of the payouts service pay once', async () => {
  const second = await system.addInstance('payouts');
  second.launch({});
  await second.ready();
  const ids = await times(20, async () => (await createdPayout(merchant, { auto_fulfill: false })).payout_id as string);
  const answers = await Promise.all(ids.flatMap((id) => [post(id, 'fulfill'), post(id, 'fulfill')]));
  expect(counted(answers)).toEqual({ success: ids.length, [refused]: ids.length });
  expect(ids.flatMap((id) => payoutEffects(system, id))).toEqual(ids.map(() => 'payout 6540'));
  expect(await second.end('SIGTERM')).toBe('code 0');
});

it('no payout was paid twice, by the processor’s ledger', () => expectPayoutLedgerAgreement(system));
