import type { EventFilters } from '@payorch/contracts';
import { freshSchema } from '@payorch/harness';
import { type EventId, type MerchantId, type ProfileId, Secret } from '@payorch/kernel';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aRequest, seals } from '../../test/builders';
import type { AttemptResult } from '../domain/decide/after-attempt';
import { freezeBody, type WebhookRequest } from '../domain/event-body';
import { database } from './database';
import { DeliveryRepository } from './delivery.repository';
import { EventRedaction } from './event-redaction';
import { EventRepository } from './event.repository';
import { ExpiredEvents } from './expired-events';

const acme = 'acme_1' as MerchantId;
const other = 'other_1' as MerchantId;
const lease = '00000000-0000-4000-8000-000000000001';

const answered = (status: number, body = 'fine'): AttemptResult => ({
  status,
  error: status < 300 ? null : `HTTP ${status}`,
  retryAfterMs: null,
  exchange: { requestHeaders: [['webhook-id', 'evt']], response: { headers: [['server', 'x']], body } },
});

const all: EventFilters = {
  profileId: null,
  objectId: null,
  eventId: null,
  eventTypes: null,
  isDelivered: null,
  createdFrom: null,
  createdTo: null,
  limit: 100,
  offset: 0,
};

describe('stored events', () => {
  let dataSource: DataSource;
  let drop: () => Promise<void>;
  let events: EventRepository;
  let deliveries: DeliveryRepository;

  beforeAll(async () => {
    const fresh = await freshSchema('webhooks');
    drop = fresh.drop;
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
    events = new EventRepository(dataSource, seals);
    deliveries = new DeliveryRepository(dataSource, seals, 60_000, 86_400_000);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await drop();
  });
  afterEach(async () => {
    for (const table of ['attempts', 'deliveries', 'events', 'endpoints']) await rows(`DELETE FROM ${table}`);
  });

  const rows = <Row>(text: string, params: readonly unknown[] = []) =>
    inTransaction(dataSource, { merchants: 'every' }, (sql) => sql.query<Row>(text, params));

  const add = async (given: Partial<WebhookRequest> = {}): Promise<WebhookRequest> => {
    const request = aRequest(given);
    const { profileId: endpointId } = request;
    await deliveries.add([{ request, endpointId, body: freezeBody(request), requestId: 'req_1', leaseToken: lease }]);
    return request;
  };
  /** One automatic attempt; the delivery waits for its next one, or has ended. */
  const attempt = async (request: WebhookRequest, result: AttemptResult, attemptId: string = request.eventId) => {
    const delivery = {
      ...request,
      endpointId: request.profileId,
      body: freezeBody(request),
      requestId: 'req_1',
      failures: 0,
      leaseToken: lease,
    };
    const state = result.error === null ? ('delivered' as const) : ('waiting' as const);
    await deliveries.finish([{ delivery, attemptId: attemptId as EventId, state, delayMs: 60_000, result, ms: 5 }]);
    await rows('UPDATE deliveries SET lease_token = $1', [lease]);
  };
  const idsOf = async (filters: Partial<EventFilters>, merchantId = acme) => {
    const { events: found, total_count: total } = await events.list(merchantId, { ...all, ...filters });
    return [found.map(({ event_id }) => event_id), total];
  };

  it('are listed by object, type, profile, time and delivery, the newest first, and never for another merchant', async () => {
    const first = await add({ objectId: 'pay_1' });
    const second = await add({ objectId: 'pay_2', eventType: 'payment_failed', status: 'failed' });
    const third = await add({ objectId: 'pay_1', profileId: 'pro_2' as ProfileId, eventType: 'refund_succeeded' });
    await attempt(second, answered(200));
    const order = [first, second, third].map(({ eventId }) => eventId);
    for (const [n, id] of order.entries())
      await rows(`UPDATE events SET created_at = $2 WHERE event_id = $1`, [id, `2026-01-0${n + 1}T00:00:00Z`]);

    expect(await idsOf({})).toEqual([[...order].reverse(), 3]);
    expect(await idsOf({ limit: 1, offset: 1 })).toEqual([[order[1]], 3]);
    expect(await idsOf({ limit: 0 })).toEqual([[], 3]);
    expect(await idsOf({ objectId: 'pay_1' })).toEqual([[order[2], order[0]], 2]);
    expect(await idsOf({ eventTypes: ['payment_failed'] })).toEqual([[order[1]], 1]);
    expect(await idsOf({ profileId: 'pro_2' })).toEqual([[order[2]], 1]);
    expect(await idsOf({ isDelivered: true })).toEqual([[order[1]], 1]);
    expect(await idsOf({ isDelivered: false })).toEqual([[order[2], order[0]], 2]);
    expect(await idsOf({ createdFrom: '2026-01-02T00:00:00.000Z', createdTo: '2026-01-02T00:00:00.000Z' })).toEqual([
      [order[1]],
      1,
    ]);
    expect(await idsOf({ eventId: order[0]! })).toEqual([[order[0]], 1]);
    expect(await idsOf({}, other)).toEqual([[], 0]);
    expect(await events.find(other, order[0]!, null)).toBeUndefined();
    expect(await events.find(acme, order[0]!, 'pro_2')).toBeUndefined();
  });

  it('have attempts with ids of their own, the first one’s being the event’s', async () => {
    const request = await add();
    const waiting = await events.withAttempts((await events.find(acme, request.eventId, null))!);
    expect(waiting.attempts).toMatchObject([{ attempt_id: request.eventId, kind: 'initial_attempt', response: null }]);
    await attempt(request, answered(500, 'no'));
    await attempt(request, answered(200), 'evt_second');
    const event = (await events.find(acme, 'evt_second', null))!;
    expect(event.eventId).toBe(request.eventId);
    expect(await idsOf({ eventId: 'evt_second' })).toEqual([[request.eventId], 1]);
    const shown = await events.withAttempts(event);
    expect(shown).toMatchObject({
      event: { event_id: request.eventId, is_delivery_successful: true, initial_attempt_id: request.eventId },
      body: freezeBody(request).toString(),
      attempts: [
        {
          attempt_id: request.eventId,
          kind: 'initial_attempt',
          is_delivery_successful: false,
          request_headers: [['webhook-id', 'evt']],
          response: { status_code: 500, headers: [['server', 'x']], body: 'no', error_message: 'HTTP 500' },
        },
        { attempt_id: 'evt_second', kind: 'automatic_retry', is_delivery_successful: true },
      ],
    });
  });

  it('what was sent and answered is stored sealed', async () => {
    const request = await add();
    await attempt(request, answered(500, 'Ada Lovelace'));
    const [stored] = await rows<{ exchange: Buffer }>('SELECT exchange FROM attempts');
    expect(stored!.exchange.toString('latin1')).not.toContain('Ada');
  });

  it('a success that the merchant asked for ends the automatic retries, and its repetition changes nothing', async () => {
    const request = await add();
    await attempt(request, answered(500));
    const event = (await events.find(acme, request.eventId, null))!;
    await events.addManual(event, 'evt_manual_1' as EventId, answered(500), 5);
    expect(await rows('SELECT state FROM deliveries')).toEqual([{ state: 'waiting' }]);
    await events.addManual(event, 'evt_manual_2' as EventId, answered(200), 5);
    await events.addManual(event, 'evt_manual_2' as EventId, answered(500), 5);
    expect(await rows('SELECT state, last_status FROM deliveries')).toEqual([{ state: 'delivered', last_status: 200 }]);
    expect(await events.withAttempt(event, 'evt_manual_2' as EventId)).toMatchObject({
      attempts: [{ attempt_id: 'evt_manual_2', kind: 'manual_retry', is_delivery_successful: true }],
    });
    expect((await events.withAttempts(event)).attempts.map(({ kind }) => kind)).toEqual([
      'initial_attempt',
      'manual_retry',
      'manual_retry',
    ]);
  });

  it('the attempts of a deleted customer’s object keep their status and lose what was sent and answered', async () => {
    const request = await add({ objectId: 'pay_gone' });
    await attempt(request, answered(200, 'Ada'));
    await new EventRedaction(dataSource, seals as never).redact(acme, 'pay_gone');
    expect(await rows('SELECT status, exchange FROM attempts')).toEqual([{ status: 200, exchange: null }]);
  });

  it('older than their retention are deleted with their attempts, but not while they wait', async () => {
    const [old, waiting, young] = [await add(), await add(), await add({ merchantId: other })];
    await attempt(old, answered(200));
    await rows(`UPDATE events SET created_at = now() - interval '2 days' WHERE event_id = ANY($1)`, [
      [old.eventId, waiting.eventId],
    ]);
    const options = { everyMs: 60_000, retentionMs: 86_400_000, logger: silentLogger };
    await new ExpiredEvents(dataSource, options).run();
    const left = await rows<{ event_id: string }>('SELECT event_id FROM events ORDER BY event_id');
    expect(left.map(({ event_id }) => event_id)).toEqual([waiting.eventId, young.eventId].sort());
    expect(await rows('SELECT 1 FROM attempts')).toEqual([]);
    expect(await rows('SELECT 1 FROM deliveries')).toHaveLength(2);
  });
});
