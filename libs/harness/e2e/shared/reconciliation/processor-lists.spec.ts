import type { BoundRecordList } from '@payorch/connector-kit';
import { registry } from '@payorch/connectors';
import type { ProcessorRecord, RecordKind } from '@payorch/contracts';
import { aMerchant, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { randomBytes } from 'node:crypto';
import { aPayoutMerchant, createdPayout, toIban, untilPayoutIs } from '../../support/payouts';
import { atStripe, pay, payWith, secretKey } from '../stripe/at-stripe';
import { identity, paysOutAtStripe } from '../stripe/payouts-at-stripe';

/** What the connectors read of the sandbox's lists, of objects that went through all apps. */
const system = sharedSystem();
const accepted = '4242424242424242';

interface Listing {
  readonly connector: 'stripe' | 'stripe_test';
  readonly merchant: TestMerchant;
  readonly payouts: TestMerchant;
  readonly list: BoundRecordList;
}

/** At this address the paths of requests are those of the sandbox. */
const baseUrl = 'http://sandbox.example';
const listAt = (connector: Listing['connector'], path: string, api_key: string): BoundRecordList =>
  registry[connector].bind({
    details: { auth_type: 'HeaderKey', api_key },
    metadata: null,
    baseUrl: `${baseUrl}${path}`,
  })!.recordList!;

const listings: Listing[] = [];
beforeAll(async () => {
  const [merchant, payouts] = [await atStripe(system), await paysOutAtStripe(system)];
  listings.push({ connector: 'stripe', merchant, payouts, list: listAt('stripe', '/', secretKey) });
  // One key for both accounts: the processor has what belongs to a key and a connector.
  const api_key = `sk_lists_${randomBytes(6).toString('hex')}`;
  const connector = { connector_account_details: { auth_type: 'HeaderKey', api_key } };
  listings.push({
    connector: 'stripe_test',
    merchant: await aMerchant(system, { connector }),
    payouts: await aPayoutMerchant(system, { connector }),
    list: listAt('stripe_test', '/dummy-connector', api_key),
  });
});

const from = new Date(Date.now() - 60_000).toISOString();
const till = new Date(Date.now() + 86_400_000).toISOString();

/** All pages of a kind since this spec began. */
async function listed({ list }: Listing, kind: RecordKind): Promise<readonly ProcessorRecord[]> {
  const records: ProcessorRecord[] = [];
  for (let cursor: string | null = null; ;) {
    const query = { kind, from, till, cursor };
    const { url, headers } = list.buildRequest(query);
    const answer = await system.sandbox.get(url.slice(baseUrl.length), { ...headers });
    const page = list.parseResponse({ status: answer.status, headers: {}, body: answer.text }, query);
    if (page.kind === 'failed') throw new Error(`${page.error.code}: ${page.error.message}`);
    records.push(...page.items);
    if (page.next === null) return records;
    cursor = page.next;
  }
}

const recordOf = (listing: Listing, kind: RecordKind, is: (record: ProcessorRecord) => boolean) =>
  eventually(async () => (await listed(listing, kind)).find(is), { withinMs: 20_000 });

const byPayment = (listing: Listing, { payment_id }: Json) =>
  recordOf(listing, 'payment', ({ ourId }) => ourId === `${payment_id}_1`);

describe.each(['stripe', 'stripe_test'] as const)('the list of %s', (connector) => {
  const listing = (): Listing => listings.find((one) => one.connector === connector)!;

  it('has payments in each state, with the attempts that sent them', async () => {
    const { merchant } = listing();
    const manual = { capture_method: 'manual' };
    const post = ({ payment_id }: Json, action: string, body: object) =>
      merchant.api.post(`/payments/${payment_id}/${action}`, body);
    const charged = await payWith(merchant, accepted, { capture_method: 'automatic' });
    const authorized = await payWith(merchant, accepted, manual);
    const captured = await payWith(merchant, accepted, manual);
    ok(await post(captured, 'capture', { amount_to_capture: 2000 }));
    const voided = await payWith(merchant, accepted, manual);
    ok(await post(voided, 'cancel', {}));
    const declined = await payWith(merchant, '4000000000000002', { capture_method: 'automatic' });

    const common = { kind: 'payment', amount: 6540, currency: 'USD', chargeReference: null };
    const expected: readonly (readonly [Json, object])[] = [
      [charged, { ...common, state: 'succeeded', moved: 6540, reference: charged.connector_transaction_id }],
      [authorized, { ...common, state: 'authorized', moved: 0, reference: authorized.connector_transaction_id }],
      [captured, { ...common, state: 'succeeded', moved: 2000 }],
      [voided, { ...common, state: 'canceled', moved: 0 }],
      [declined, { ...common, state: 'failed', moved: 0 }],
    ];
    for (const [payment, record] of expected) expect(await byPayment(listing(), payment)).toMatchObject(record);
    const ids = (await listed(listing(), 'payment')).map(({ reference }) => reference);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a refund with its payment and the operation that sent it', async () => {
    const { merchant } = listing();
    const payment = await payWith(merchant, accepted, { capture_method: 'automatic' });
    ok(await merchant.api.post('/refunds', { payment_id: payment.payment_id, amount: 2540 }));
    const charge = payment.connector_transaction_id as string;
    expect(await recordOf(listing(), 'refund', ({ chargeReference }) => chargeReference === charge)).toMatchObject({
      ourId: expect.stringMatching(/^op_/),
      state: 'succeeded',
      amount: 2540,
      moved: 2540,
    });
  });

  it('has a dispute, which gives back what it took when it is won', async () => {
    const { merchant } = listing();
    const payment = await pay(merchant, { capture_method: 'automatic' });
    const charge = payment.connector_transaction_id as string;
    const isOfCharge = ({ chargeReference }: ProcessorRecord): boolean => chargeReference === charge;
    const atStripes = connector === 'stripe';
    const path = `/control/${atStripes ? 'stripe' : 'test-processor'}/disputes`;
    const { id } = ok(await system.sandbox.post(path, atStripes ? { payment_intent: charge } : { payment: charge }));
    expect(await recordOf(listing(), 'dispute', isOfCharge)).toMatchObject({
      reference: id,
      state: 'open',
      moved: 6540,
    });
    ok(
      atStripes
        ? await system.sandbox.post(`${path}/decide`, { dispute: id, outcome: 'won' })
        : await system.sandbox.post(path, { payment: charge, id, status: 'dispute_won' }),
    );
    expect(await recordOf(listing(), 'dispute', isOfCharge)).toMatchObject({ reference: id, state: 'won', moved: 0 });
  });

  it('has a payout by its id', async () => {
    const { payouts } = listing();
    const { payout_id } = await createdPayout(payouts, {
      billing: { address: { first_name: 'Ada', last_name: 'Lovelace' } },
      metadata: identity,
      currency: 'EUR',
      ...toIban('DE89370400440532013000'),
    });
    await untilPayoutIs(payouts, payout_id, 'success');
    const isOfPayout = ({ ourId }: ProcessorRecord): boolean => ourId === payout_id;
    const paid = { kind: 'payout', state: 'succeeded', amount: 6540, moved: 6540, currency: 'EUR' };
    expect(await recordOf(listing(), 'payout', isOfPayout)).toMatchObject(paid);
  });
});
