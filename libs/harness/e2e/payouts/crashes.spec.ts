import { aReceiver, eventually, type Json, ok, type Receiver, type System, type TestMerchant } from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { historiesIn } from '../support/lifecycle';
import {
  aPayoutMerchant,
  createdPayout,
  expectPayoutLedgerAgreement,
  payoutBody,
  payoutEffects,
  retrievePayout,
  spawnQuickWithPayouts,
  toIban,
  untilPayoutIs,
} from '../support/payouts';
import { shortSessionTimeout } from '../support/quick-system';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';

jest.setTimeout(900_000);

let system: System;
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  system = await spawnQuickWithPayouts({ env: shortSessionTimeout });
  receiver = await aReceiver();
  merchant = await aPayoutMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
});
afterAll(async () => {
  await receiver?.close();
  await system?.stop();
});

const ownersPoints = ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const;

let made = 0;
const newId = (): string => `payout_crash_${String((made += 1)).padStart(17, '0')}`;
/** At stripe_test a bank account takes four steps, a card one. */
const bank = toIban('NL46TEST0136169112');

/** Requests a payout, during which the app dies at the fail point and comes back. */
async function payoutDuringCrash(app: AppName, failPoint: string, more: object = {}): Promise<Json> {
  const payout_id = newId();
  const answer = await system.crashDuring(app, failPoint, () =>
    merchant.api.post('/payouts/create', payoutBody({ payout_id, ...more })),
  );
  expect([answer.status, answer.body.payout_id]).toEqual([200, payout_id]);
  return answer.body;
}

/** The payout once nothing of it is under way. */
const ended = ({ payout_id }: Json): Promise<Json> =>
  eventually(
    async () => {
      const payout = await retrievePayout(merchant, payout_id);
      return !['pending', 'requires_creation'].includes(payout.status) && payout;
    },
    { withinMs: 60_000 },
  );

describe.each(ownersPoints)('killed %s', (point) => {
  it.each([1, 2, 3])('at its batch number %d, the payouts service loses and repeats no payout', async (hit) => {
    const { payout_id } = await payoutDuringCrash('payouts', `${point}=kill@${hit}`, bank);
    await untilPayoutIs(merchant, payout_id, 'success', 60_000);
    expect(payoutEffects(system, payout_id).filter((effect) => effect.startsWith('payout'))).toEqual(['payout 6540']);
  });
});

/** The payouts service ends a payout to a card in its second batch, and learns in the third under which id the card is saved. */
describe.each([
  ['payouts', '@2'],
  ['payouts', '@3'],
  ['payments', ''],
] as const)('the card of a recurring payout is saved once, although %s%s is killed', (app, hit) => {
  it.each(ownersPoints)('%s', async (point) => {
    const customer_id = `customer_of_${newId()}`;
    ok(await merchant.api.post('/customers', { customer_id }));
    const { payout_id } = await payoutDuringCrash(app, `${point}=kill${hit}`, { customer_id, recurring: true });
    const saved = await eventually(
      async () => {
        const { status, payout_method_id } = await retrievePayout(merchant, payout_id);
        return status === 'success' && typeof payout_method_id === 'string' && payout_method_id;
      },
      { withinMs: 60_000 },
    );
    const { customer_payment_methods } = ok(await merchant.api.get(`/customers/${customer_id}/payment_methods`));
    expect(customer_payment_methods).toMatchObject([{ payment_method_id: saved }]);
    expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
  });
});

it.each(['decided-before-publish', 'after-publish-before-offset'])(
  'routing, killed %s, sends a payout once',
  async (point) => {
    const { payout_id } = await payoutDuringCrash('routing', `${point}=kill`);
    await untilPayoutIs(merchant, payout_id, 'success', 60_000);
    expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
  },
);

/** The fail point is reached at each of the four steps. */
describe.each(['claimed-before-send', 'sent-before-write', 'response-before-store', 'stored-before-result'])(
  'a worker killed %s',
  (point) => {
    it.each([1, 2, 3, 4])('at step %d is never followed by a second payment', async (hit) => {
      const payout = await ended(await payoutDuringCrash('connector-worker', `${point}=kill@${hit}`, bank));
      const paid = payoutEffects(system, payout.payout_id).filter((effect) => effect.startsWith('payout'));
      expect([
        ['success', ['payout 6540']],
        ['failed', []],
      ]).toContainEqual([payout.status, paid]);
    });
  },
);

it('the sweeper resolves an open payout whose job was deleted', async () => {
  ok(
    await system.sandbox.post('/control/faults', {
      match: { kind: 'payout_fulfill' },
      fault: 'execute_then_drop',
      times: 1,
    }),
  );
  const { payout_id } = await createdPayout(merchant);
  await rowsOf(system, 'DELETE FROM payouts.jobs');
  await untilPayoutIs(merchant, payout_id, 'success', 60_000);
});

it('every version of every payout was published once, in order, with one webhook for each end', async () => {
  await expectPayoutLedgerAgreement(system, { withinMs: 60_000 });
  const events = historiesIn(await recordsIn(system, ['payouts.lifecycle']));
  const payouts = await rowsOf<{ key: string; version: number }>(
    system,
    `SELECT merchant_id || '/' || payout_id AS key, version FROM payouts.payouts`,
  );
  for (const { key, version } of payouts)
    expect([key, events.get(key)?.versions]).toEqual([key, Array.from({ length: version }, (_, at) => at + 1)]);
  expect(events.size).toBe(payouts.length);
  await eventually(() => {
    const delivered = receiver.calls.map(({ body }) => JSON.parse(body));
    const ends = delivered.filter(({ event_type: type }) => type === 'payout_success' || type === 'payout_failed');
    return new Set(ends.map(({ event_id: id }) => id)).size === payouts.length;
  });
});
