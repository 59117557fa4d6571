import { generateKeyPairSync, sign } from 'node:crypto';
import { ok, sharedSystem, type Json } from '@payorch/harness';
import { banksEnding } from '../../support/payout-destinations';
import {
  aPayoutReceiver,
  effectsOf,
  failLookups,
  ledgerFrom,
  payoutsTo,
  testCourses,
  untilAllAre,
} from '../../support/payout-journeys';
import { retrievePayout, untilPayoutIs } from '../../support/payouts';
import { webhookPath } from '../../support/processor-webhook';
import { refusal, statusAndBody } from '../../support/wire';
import { atWise, stateAtWise, type MerchantAtWise } from './at-wise';

const system = sharedSystem();
let receiver: Awaited<ReturnType<typeof aPayoutReceiver>>;
let listening: MerchantAtWise;
/** A merchant without webhooks: outcomes come from answers and syncs alone. */
let silent: MerchantAtWise;
beforeAll(async () => {
  receiver = await aPayoutReceiver();
  listening = await atWise(system, { account: { webhook_details: { webhook_url: receiver.url } } });
  silent = await atWise(system, { listens: false });
});
afterAll(() => receiver?.close());
const noFaults = () => system.sandbox.raw('DELETE', '/control/faults');

const paid = effectsOf(banksEnding, 'payout');
const returned = effectsOf(banksEnding, 'payout', 'payout_return');

describe.each([
  ['webhooks', () => listening, () => failLookups(system, 'wise')],
  ['syncs', () => silent, () => Promise.resolve()],
])('to each kind of bank account, with %s only', (_, merchantOf, prepare) => {
  testCourses({ system, connector: 'wise', destinations: banksEnding, merchantOf, prepare, after: noFaults }, [
    ['stays initiated for long, then is paid', '9205', ['initiated'], 'success', paid],
    ['is paid although the funding has no answer', '9206', ['pending', 'initiated', 'success'], 'success', paid],
    ['is initiated, then paid', '9112', ['initiated', 'success'], 'success', paid],
    ['is refunded before it was sent', '9204', ['initiated'], 'reversed', returned],
    ['fails when the account is none', '9201', ['failed'], 'failed', []],
    ['fails when the balance does not pay', '9202', ['failed'], 'failed', []],
  ]);
});

it('a failed payout names Wise’s reason', async () => {
  for (const [last, error_code] of [
    ['9201', 'NOT_VALID'],
    ['9202', 'balance.payment-option-unavailable'],
  ] as const)
    for (const payout of await payoutsTo(silent, banksEnding, last))
      expect(await retrievePayout(silent, payout.payout_id)).toMatchObject({ status: 'failed', error_code });
});

describe('without an answer to lookups', () => {
  beforeAll(() => failLookups(system, 'wise'));
  afterAll(noFaults);

  it('a payout that bounces back after its success is reversed, and the merchant receives both events', async () => {
    const ledger = ledgerFrom(system, 'wise');
    const payouts = await payoutsTo(listening, banksEnding, '9203');
    await untilAllAre(listening, payouts, 'reversed');
    await Promise.all(payouts.map((payout) => receiver.untilGot(payout, ['payout_success', 'payout_reversed'])));
    expect(ledger.effects()).toEqual(returned);
  });
});

const post = ({ payout_id }: Json, action: 'cancel' | 'fulfill') =>
  listening.api.post(`/payouts/${payout_id}/${action}`, { payout_id });

describe('a cancellation', () => {
  it('of an unfunded payout cancels its transfer at Wise', async () => {
    const ledger = ledgerFrom(system, 'wise');
    const payouts = await payoutsTo(listening, banksEnding, '9112', { auto_fulfill: false });
    for (const payout of payouts) {
      expect(payout.status).toBe('requires_fulfillment');
      expect(ok(await post(payout, 'cancel'))).toMatchObject({ status: 'cancelled' });
      expect(await stateAtWise(system, listening, payout)).toBe('cancelled');
      expect(statusAndBody(await post(payout, 'fulfill'))).toMatchObject({ status: 422 });
    }
    expect(ledger.calls()).not.toContain('payout_fulfill');
    expect(ledger.effects()).toEqual([]);
  });

  it('of a funded payout is refused by Wise, and the payout is paid', async () => {
    const ledger = ledgerFrom(system, 'wise');
    const payouts = await payoutsTo(listening, banksEnding, '9205');
    for (const payout of payouts) {
      await untilPayoutIs(listening, payout.payout_id, 'initiated');
      expect((await post(payout, 'cancel')).body.status).not.toBe('cancelled');
    }
    await untilAllAre(listening, payouts, 'success');
    expect(ledger.calls().filter((kind) => kind === 'payout_cancel')).toHaveLength(payouts.length);
    expect(ledger.effects()).toEqual(paid);
  });
});

describe('a forged webhook', () => {
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const refundOf = ({ connector_transaction_id }: Json): string =>
    JSON.stringify({
      data: {
        resource: { type: 'transfer', id: Number(connector_transaction_id), profile_id: 12345, account_id: 1 },
        current_state: 'funds_refunded',
        previous_state: 'outgoing_payment_sent',
        occurred_at: new Date().toISOString(),
      },
      event_type: 'transfers#state-change',
      schema_version: '2.0.0',
    });

  it.each([
    ['with another’s signature', (body: string) => sign('RSA-SHA256', Buffer.from(body), forger).toString('base64')],
    ['without a signature', () => undefined],
  ])('%s is refused, and changes no payout', async (_, signatureOf) => {
    for (const payout of await untilAllAre(listening, await payoutsTo(listening, banksEnding, '9112'), 'success')) {
      const body = refundOf(payout);
      const signature = signatureOf(body);
      const answer = await system.api.raw('POST', webhookPath(listening, 'wise'), body, {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'x-signature-sha256': signature }),
      });
      expect(statusAndBody(answer)).toEqual(refusal(401, 'WE_01', 'Webhook authentication failed'));
      expect(await retrievePayout(listening, payout.payout_id)).toMatchObject({ status: 'success' });
    }
  });
});
