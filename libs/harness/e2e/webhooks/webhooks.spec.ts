import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  aReceiver,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  randomOf,
  spawnSystem,
  startLoad,
  type Json,
  type MerchantOptions,
  type ReceivedCall,
  type Receiver,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';

import { changeDispute, untilDisputeIs } from '../support/disputes';
import { openedRecords, sealsOf } from '../support/opened';
import { aSigningMerchant } from '../support/processor-webhook';
import { paymentApps } from '../support/quick-system';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';

const hashKey = 'k'.repeat(64);
const verifier = new Webhook(`whsec_${Buffer.from(hashKey).toString('base64')}`);
const shortTimes = { WEBHOOK_TIMEOUT: '400ms', WEBHOOK_POLL: '50ms', WEBHOOK_RETRY_SCHEDULE: '99x0.3' };

const idOf = ({ headers }: Pick<ReceivedCall, 'headers'>): string => String(headers['webhook-id']);
/** Each event once: a delivery without a timely answer is repeated. */
const distinctEvents = (calls: readonly ReceivedCall[]): Json[] =>
  [...new Map(calls.map((call) => [idOf(call), call.body])).values()].map((body) => JSON.parse(body));

/** Asserts both signatures of the received body; the second one also covers id and time. */
function expectSigned({ headers, body }: ReceivedCall): void {
  expect(headers['x-webhook-signature-512']).toBe(createHmac('sha512', hashKey).update(body).digest('hex'));
  expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ event_id: idOf({ headers }) });
}

interface Stored {
  readonly event_id: string;
  readonly object_id: string;
  readonly state: string;
  readonly updated: string;
}

describe('webhooks to merchants', () => {
  let system: System;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    const appEnv = { webhooks: shortTimes, payments: { SYNC_PACE_PERCENT: '20' } };
    system = await spawnSystem({ apps: paymentApps, appEnv });
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  const listener = async (details: object = {}): Promise<{ merchant: TestMerchant; receiver: Receiver }> => {
    const receiver = await aReceiver();
    receivers.push(receiver);
    const webhook_details = { webhook_url: receiver.url, ...details };
    const account: MerchantOptions['account'] = { payment_response_hash_key: hashKey, webhook_details };
    return { merchant: await aSigningMerchant(system, { secret: 'whsec_of_the_processor', account }), receiver };
  };
  /** The stored events of a merchant, in the order of each payment's versions. */
  const eventsOf = async ({ merchantId }: TestMerchant): Promise<Stored[]> => {
    const rows = await rowsOf<Omit<Stored, 'updated'> & { body: Buffer }>(
      system,
      `SELECT e.event_id, e.object_id, d.state, e.body
       FROM webhooks.events e JOIN webhooks.deliveries d USING (merchant_id, event_id)
       WHERE e.merchant_id = $1 ORDER BY e.object_id, e.sequence`,
      [merchantId],
    );
    const seals = await sealsOf(system, merchantId);
    return rows.map(({ body, ...event }) => {
      const text = seals.openBytes(body, { merchantId, objectId: event.event_id, column: 'events.body' });
      return { ...event, updated: (JSON.parse(text.toString()) as Json).content.object.updated as string };
    });
  };

  it('contain the payment in the published shape, signed twice', async () => {
    const { merchant, receiver } = await listener();
    const payment = ok(await merchant.api.post('/payments', paymentBody()));
    const call = await eventually(() => receiver.calls[0]);
    const body = JSON.parse(call.body) as Json;
    const { merchantId } = merchant;
    expect(Object.keys(body)).toEqual([
      'merchant_id',
      'event_id',
      'event_type',
      'content',
      'timestamp',
      'processor_merchant_id',
    ]);
    expect(body).toMatchObject({
      merchant_id: merchantId,
      event_id: idOf(call),
      event_type: 'payment_succeeded',
      content: { type: 'payment_details' },
      processor_merchant_id: merchantId,
    });
    expect(Object.keys(body.content)).toEqual(['type', 'object']);
    const shown = ok(await merchant.api.get(`/payments/${payment.payment_id}?expand_captures=true`));
    expect(JSON.stringify(body.content.object)).toBe(JSON.stringify(shown));
    expect(shown).not.toHaveProperty('attempts');
    expect(call.headers['content-type']).toBe('application/json');
    expect(call.headers['user-agent']).toBeDefined();
    expectSigned(call);
  });

  it('are sent only for the statuses of the profile', async () => {
    const { merchant, receiver } = await listener({ payment_statuses_enabled: ['succeeded'] });
    ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.declined))));
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    await eventually(() => receiver.calls.length > 0);
    await eventually(async () => (await eventsOf(merchant)).every(({ state }) => state !== 'waiting'));
    expect(
      distinctEvents(receiver.calls).map(({ content }) => [content.object.payment_id, content.object.status]),
    ).toEqual([[paid.payment_id, 'succeeded']]);
  });

  it('all arrive despite failures of both sides, with constant ids and bodies', async () => {
    const { merchant, receiver } = await listener();
    const random = randomOf(7);
    receiver.behave(() => {
      const fate = random();
      return fate < 0.6 ? 500 : fate < 0.7 ? 'hang' : 200;
    });
    const load = startLoad(() => merchant.api, { seed: 7, clients: 4, pauseMs: 100 });
    await system.kill('webhooks');
    for (const hit of [3, 10, 20]) await system.crash('webhooks', `delivery-sent-before-store=kill@${hit}`);
    await system.start('webhooks');
    const log = await load.stop();
    await expectConsistency(system, merchant, log);

    await eventually(
      async () => {
        const waiting = (await eventsOf(merchant)).filter(({ state }) => state !== 'delivered');
        return waiting.length === 0;
      },
      { withinMs: 60_000 },
    );
    const events = await eventsOf(merchant);
    const records = await recordsIn(system, ['webhooks.requests']);
    const own = records.filter(({ headers }) => String(headers['sealmerchant']) === merchant.merchantId);
    const requestedIds = (await openedRecords(system, own)).map(
      ({ value }) => (JSON.parse(String(value)) as Json).eventId as string,
    );
    const acceptedIds = new Set(receiver.calls.filter(({ answered }) => answered === 200).map(idOf));
    expect([...acceptedIds].sort()).toEqual([...new Set(requestedIds)].sort());
    const bodies = new Map(receiver.calls.map((call) => [idOf(call), call.body]));
    for (const call of receiver.calls) {
      expectSigned(call);
      expect(call.body).toBe(bodies.get(idOf(call)));
    }
    // After a death between answer and commit, some event must be accepted twice; otherwise the test proves nothing.
    const accepted = receiver.calls.filter(({ answered }) => answered === 200);
    expect(accepted.length).toBeGreaterThan(acceptedIds.size);
    events.forEach(({ object_id, updated }, index) => {
      const before = events[index - 1];
      if (before?.object_id === object_id) expect(Date.parse(updated)).toBeGreaterThan(Date.parse(before.updated));
    });
  });

  it('all arrive at a further endpoint of the profile too, those of disputes included, across kills and a rotation of its secret', async () => {
    const { merchant, receiver: own } = await listener();
    const further = await aReceiver();
    receivers.push(further);
    const random = randomOf(11);
    for (const one of [own, further]) one.behave(() => (random() < 0.6 ? 500 : 200));
    const path = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}/webhook_endpoints`;
    const { endpoint_id: id, secret } = ok(await merchant.api.post(path, { url: further.url }));
    /** The events of these payments and of a dispute of each second one, which is won. */
    const pay = async (count: number): Promise<string[]> => {
      const events: string[] = [];
      for (let n = 0; n < count; n++) {
        const payment = ok(await merchant.api.post('/payments', paymentBody()));
        const { payment_id, connector_transaction_id: charge } = payment;
        const eventOf = (type: string): void => void events.push(`${type} ${payment_id}`);
        eventOf('payment_succeeded');
        if (n % 2 === 1) continue;
        const { id } = await changeDispute(system, charge);
        await untilDisputeIs(merchant, payment_id, 'dispute_opened');
        await changeDispute(system, charge, { id, status: 'dispute_won' });
        await untilDisputeIs(merchant, payment_id, 'dispute_won');
        for (const type of ['dispute_opened', 'dispute_won']) eventOf(type);
      }
      return events;
    };
    await system.kill('webhooks');
    const first = await pay(8);
    for (const hit of [2, 5]) await system.crash('webhooks', `delivery-sent-before-store=kill@${hit}`);
    await system.start('webhooks');
    const { secret: next } = ok(await merchant.api.post(`${path}/${id}/rotate_secret`, {}));
    const paid = [...first, ...(await pay(8))];

    const list = async (body: object) => ok(await merchant.api.post(`/events/${merchant.merchantId}`, body));
    await eventually(async () => (await list({ is_delivered: true })).total_count === 2 * paid.length, {
      withinMs: 60_000,
    });
    expect(await list({ is_delivered: false })).toEqual({ events: [], total_count: 0 });
    for (const one of [own, further]) {
      const accepted = one.calls.filter(({ answered }) => answered === 200);
      const events = distinctEvents(accepted).map(
        ({ event_type, content }) => `${event_type} ${content.object.payment_id}`,
      );
      expect(events.sort()).toEqual([...paid].sort());
      const bodies = new Map(one.calls.map((call) => [idOf(call), call.body]));
      expect(one.calls.every((call) => call.body === bodies.get(idOf(call)))).toBe(true);
    }
    const [before, after] = [secret, next].map((one) => new Webhook(one as string));
    for (const { headers, body } of further.calls)
      expect(() => before!.verify(body, headers as Record<string, string>)).not.toThrow();
    const last = further.calls.at(-1)!;
    expect(() => after!.verify(last.body, last.headers as Record<string, string>)).not.toThrow();

    const [, ofFirst] = paid[0]!.split(' ');
    const [{ event_id }] = (await list({ object_id: ofFirst, limit: 1 })).events as [Json];
    const attempts = ok(
      await merchant.api.get(`/events/${merchant.merchantId}/${event_id}/attempts`),
    ) as unknown as Json[];
    expect(new Set(attempts.map(({ event_id: attempt }) => attempt)).size).toBe(attempts.length);
    expect(attempts.at(-1)!.response.status_code).toBe(200);
  });

  it('are not delayed by the hanging endpoint of another merchant', async () => {
    const slow = await listener();
    slow.receiver.behave(() => 'hang');
    const quick = await listener();
    expect(await system.kill('webhooks', 'SIGTERM')).toBe('code 0');
    await system.start('webhooks', { WEBHOOK_TIMEOUT: '60s' });
    const pay = ({ merchant }: typeof slow) => merchant.api.post('/payments', paymentBody()).then(ok);
    for (let turn = 0; turn < 30; turn += 1) await Promise.all([pay(slow), pay(quick)]);
    // All of them arrive while the other endpoint still hangs: none has waited for it.
    await eventually(() => quick.receiver.calls.length === 30, { withinMs: 45_000 });
    expect(slow.receiver.calls.length).toBeLessThan(30);
    const slowEvents = await eventsOf(slow.merchant);
    expect(slowEvents.filter(({ state }) => state === 'delivered')).toEqual([]);
  });
});
