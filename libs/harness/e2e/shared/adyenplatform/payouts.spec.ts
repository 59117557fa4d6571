import { randomBytes } from 'node:crypto';
import { ok, sharedSystem, type Json } from '@payorch/harness';
import { banksEnding, cardsEnding } from '../../support/payout-destinations';
import {
  aPayoutReceiver,
  effectsOf,
  failLookups,
  ledgerFrom,
  payoutsTo,
  testCourses,
  untilAllAre,
} from '../../support/payout-journeys';
import { retrievePayout } from '../../support/payouts';
import { refusal, statusAndBody } from '../../support/wire';
import { atAdyenPlatform, sendWebhook, type MerchantAtAdyen } from './at-adyenplatform';

const system = sharedSystem();
let receiver: Awaited<ReturnType<typeof aPayoutReceiver>>;
let listening: MerchantAtAdyen;
/** A merchant without webhooks: outcomes come from answers and syncs alone. */
let silent: MerchantAtAdyen;
beforeAll(async () => {
  receiver = await aPayoutReceiver();
  listening = await atAdyenPlatform(system, { account: { webhook_details: { webhook_url: receiver.url } } });
  silent = await atAdyenPlatform(system, { listens: false });
});
afterAll(() => receiver?.close());
const noFaults = () => system.sandbox.raw('DELETE', '/control/faults');

const destinations = { ...banksEnding, ...cardsEnding };
const paid = effectsOf(destinations, 'payout');
const returned = effectsOf(destinations, 'payout', 'payout_return');

describe.each([
  ['webhooks', () => listening, () => failLookups(system, 'adyenplatform')],
  ['syncs', () => silent, () => Promise.resolve()],
])('to each kind of bank account and to a card, with %s only', (_, merchantOf, prepare) => {
  testCourses({ system, connector: 'adyenplatform', destinations, merchantOf, prepare, after: noFaults }, [
    ['is paid although the call has no answer', '08', ['pending', 'initiated', 'success'], 'success', paid],
    ['is initiated, then paid', '12', ['initiated', 'success'], 'success', paid],
    ['is pending, then paid', '04', ['pending', 'initiated'], 'success', paid],
    ['is refused: the account is closed', '02', ['failed'], 'failed', []],
    ['is refused: the balance is too low', '03', ['failed'], 'failed', []],
    ['is initiated, then fails', '06', ['initiated'], 'failed', []],
    ['waits for an approval, then is cancelled', '10', ['pending'], 'cancelled', []],
    ['waits for an approval, then expires', '11', ['pending'], 'expired', []],
  ]);
});

it('a refused payout names Adyen’s reason', async () => {
  for (const [last, error_code] of [
    ['02', 'counterpartyAccountClosed'],
    ['03', 'notEnoughBalance'],
  ] as const)
    for (const payout of await payoutsTo(silent, destinations, last))
      expect(payout).toMatchObject({ status: 'failed', error_code });
});

describe('without an answer to lookups', () => {
  beforeAll(() => failLookups(system, 'adyenplatform'));
  afterAll(noFaults);

  it.each([
    ['is returned', '05'],
    ['fails', '07'],
  ])('a payout that %s after its success is reversed, and the merchant receives both events', async (_, last) => {
    const ledger = ledgerFrom(system, 'adyenplatform');
    const payouts = await payoutsTo(listening, destinations, last);
    await untilAllAre(listening, payouts, 'reversed');
    await Promise.all(payouts.map((payout) => receiver.untilGot(payout, ['payout_success', 'payout_reversed'])));
    expect(ledger.effects()).toEqual(returned);
  });
});

it('a cancellation before the transfer needs no call', async () => {
  const ledger = ledgerFrom(system, 'adyenplatform');
  for (const { payout_id, status } of await payoutsTo(listening, destinations, '12', { auto_fulfill: false })) {
    expect(status).toBe('requires_fulfillment');
    expect(ok(await listening.api.post(`/payouts/${payout_id}/cancel`, { payout_id }))).toMatchObject({
      status: 'cancelled',
      error_message: 'Cancelled by user',
    });
  }
  expect(ledger.calls()).toEqual([]);
});

describe('a webhook that says that a paid payout was returned', () => {
  const returnOf = ({ connector_transaction_id: id, amount: value, currency }: Json): string =>
    JSON.stringify({
      data: {
        id,
        status: 'returned',
        reason: 'approved',
        category: 'bank',
        direction: 'outgoing',
        amount: { currency, value },
        sequenceNumber: 9,
      },
      environment: 'test',
      timestamp: new Date().toISOString(),
      type: 'balancePlatform.transfer.updated',
    });
  const paidOut = async (): Promise<Json[]> =>
    untilAllAre(listening, await payoutsTo(listening, destinations, '12'), 'success');

  it.each([
    ['with another’s signature', () => randomBytes(32).toString('hex')],
    ['without a signature', () => undefined],
  ])('%s is refused, and changes nothing', async (_, keyOf) => {
    for (const payout of await paidOut()) {
      const answer = await sendWebhook(system, listening, returnOf(payout), keyOf());
      expect(statusAndBody(answer)).toEqual(refusal(401, 'WE_01', 'Webhook authentication failed'));
      expect(await retrievePayout(listening, payout.payout_id)).toMatchObject({ status: 'success' });
    }
  });

  it('with the account’s signature reverses it', async () => {
    const payouts = await paidOut();
    for (const payout of payouts)
      expect((await sendWebhook(system, listening, returnOf(payout), listening.hmacKey)).status).toBe(200);
    await untilAllAre(listening, payouts, 'reversed');
  });
});

// The last journey: its payouts are synced for ever, and a ledger of later journeys would have their calls.
it('a payout whose call did not arrive stays pending: an empty list proves nothing', async () => {
  const ledger = ledgerFrom(system, 'adyenplatform');
  const payouts = await payoutsTo(silent, destinations, '09');
  const synced = await Promise.all(
    payouts.map(async ({ payout_id }) => ok(await silent.api.get(`/payouts/${payout_id}?force_sync=true`))),
  );
  for (const { status } of [...payouts, ...synced]) expect(status).toBe('pending');
  expect(ledger.calls()).toContain('payout_lookup');
  expect(ledger.effects()).toEqual([]);
});
