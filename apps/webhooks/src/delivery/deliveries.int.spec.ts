import { createHmac, randomUUID } from 'node:crypto';
import type { FreshDatabase } from '@payorch/harness';
import { freshSchema } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { Secret, systemClock } from '@payorch/kernel';
import { networks } from '@payorch/platform/egress';
import { profileSettings } from '@payorch/contracts';
import { AccountSettings } from '@payorch/platform/kafka';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import { Webhook } from 'standardwebhooks';
import type { DataSource } from 'typeorm';
import { aProfile, aRequest, incoming, takeRequests, seals } from '../../test/builders';
import { eventIdOf, MerchantServer, status } from '../../test/merchant-server';
import { EventIntake } from '../messages/event-intake';
import { WebhookRequests } from '../messages/webhook-requests';
import { incidents } from '../ops/incidents';
import { database } from '../persistence/database';
import { DeliveryRepository } from '../persistence/delivery.repository';
import { EventRepository } from '../persistence/event.repository';
import { DeliveryLoop } from './delivery-loop';
import { EndpointSlots } from './endpoint-slots';
import type { Receiver } from './receiver';
import { ResultWriter } from './result-writer';
import { WebhookSender } from './send-webhook';

const key = new Secret('a'.repeat(64));

interface Options {
  readonly timeoutMs: number;
  readonly leaseMs: number;
  readonly perEndpoint: number;
  readonly delaysMs: number[];
  readonly disableAfterMs: number;
  readonly settings: AccountSettings;
}

describe('deliveries', () => {
  let fresh: FreshDatabase & { readonly url: string };
  let dataSource: DataSource;
  const closers: (() => Promise<unknown>)[] = [];
  const faults: Error[] = [];
  const receivers = new Map<string, Receiver>();

  const everywhere = <Row>(statement: string) =>
    inTransaction(dataSource, { merchants: 'every' }, (sql) => sql.query<Row>(statement));
  const states = async () => {
    const rows = await everywhere<{ state: string; n: string }>(
      'SELECT state, count(*) AS n FROM deliveries GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
  };

  beforeAll(async () => {
    fresh = await freshSchema('webhooks');
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await fresh.drop();
  });
  beforeEach(() => {
    faults.length = 0;
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    for (const table of ['deliveries', 'attempts', 'endpoints', 'incidents']) await everywhere(`DELETE FROM ${table}`);
    await everywhere('DELETE FROM events');
    receivers.clear();
  });

  const merchant = async (name: string, answer: ConstructorParameters<typeof MerchantServer>[0]) => {
    const at = await new MerchantServer(answer).listen();
    closers.push(() => at.close());
    receivers.set(name, { url: at.url, key, customHeaders: { 'X-Tenant': name } });
    return at;
  };

  /** One process of the service; `take` passes requests as the transport does. */
  const open = (given: Partial<Options> = {}) => {
    const {
      timeoutMs = 2_000,
      leaseMs = 6_000,
      perEndpoint = 4,
      delaysMs = Array<number>(100).fill(10),
      disableAfterMs = 60_000,
    } = given;
    const { settings = new AccountSettings() } = given;
    const repository = new DeliveryRepository(dataSource, seals, leaseMs, disableAfterMs);
    const sender = new WebhookSender({
      policy: { allowed: networks(['127.0.0.1/32'])!, ports: new Set(), httpsOnly: false },
      connectTimeoutMs: 1_000,
      timeoutMs,
      clock: systemClock,
      storedBytes: 1_024,
    });
    const deliveryLoop = new DeliveryLoop({
      repository,
      sender,
      receiverOf: ({ merchantId, profileId, endpointId }) =>
        receivers.get(endpointId === profileId ? merchantId : endpointId),
      slots: new EndpointSlots({ perEndpoint, total: 100 }),
      results: new ResultWriter(
        (records) => repository.finish(records),
        (error) => faults.push(error),
      ),
      policy: { delaysMs, overloadedPauseMs: 20, maxRetryAfterMs: 60_000 },
      pollMs: 20,
      drainMs: 5_000,
      metrics: { countWebhookDelivery: () => undefined },
      onFault: (error) => faults.push(error),
    });
    const intake = new EventIntake({
      repository,
      deliveryLoop,
      redaction: { redact: () => Promise.resolve() },
      producer: { send: () => Promise.resolve() },
      seals,
      onDeadLettered: (_, error) => faults.push(error),
    });
    const requests = new WebhookRequests({ settings, settingsWaitMs: 0 });
    closers.push(async () => {
      await deliveryLoop.beforeApplicationShutdown();
      await sender.close();
    });
    return {
      deliveryLoop,
      repository,
      sender,
      take: takeRequests(intake, requests),
    };
  };

  it('reach a merchant that fails most attempts, with stable ids, equal bodies and valid signatures', async () => {
    let calls = 0;
    // Of ten attempts six fail, one hangs and three succeed.
    const at = await merchant('acme_1', (received, response) => {
      const turn = calls++ % 10;
      if (turn !== 6) status(turn < 6 ? 500 : 200)(received, response);
    });
    const { deliveryLoop, take } = open({ timeoutMs: 150 });
    deliveryLoop.onApplicationBootstrap();
    const sent = Array.from({ length: 60 }, (_, n) => aRequest({ objectId: `pay_${n}` }));
    await take(...sent.slice(0, 40));
    await take(...sent.slice(40));
    await until(async () => (await states())['delivered'] === 60);

    expect(new Set(at.received.map(eventIdOf))).toEqual(new Set(sent.map(({ eventId }) => eventId)));
    expect(at.received.length).toBeGreaterThan(100);
    const verifier = new Webhook(`whsec_${Buffer.from(key.reveal()).toString('base64')}`);
    const bodies = new Map(at.received.map((received) => [eventIdOf(received), received.body]));
    for (const { headers, body } of at.received) {
      expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({
        event_id: headers['webhook-id'],
      });
      expect(headers['x-webhook-signature-512']).toBe(createHmac('sha512', key.reveal()).update(body).digest('hex'));
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'acme_1' });
      expect(body).toBe(bodies.get(headers['webhook-id']));
    }
    expect(faults).toEqual([]);
  });

  it('send the event of a redelivered request once', async () => {
    const at = await merchant('acme_1', status(200));
    const { take } = open();
    const request = aRequest();
    await Promise.all([take(request, request), take(request)]);
    await take(request);
    await until(async () => (await states())['delivered'] === 1);
    expect(at.received).toHaveLength(1);
  });

  it('to a hanging merchant do not delay another merchant', async () => {
    const slow = await merchant('slow', () => undefined);
    const quick = await merchant('quick', status(200));
    const { deliveryLoop, take } = open({ timeoutMs: 60_000 });
    closers.unshift(() => slow.close());
    deliveryLoop.onApplicationBootstrap();
    await take(...Array.from({ length: 50 }, () => aRequest({ merchantId: 'slow' as MerchantId })));
    await take(...Array.from({ length: 50 }, () => aRequest({ merchantId: 'quick' as MerchantId })));
    await until(async () => (await states())['delivered'] === 50);
    expect(quick.received).toHaveLength(50);
    expect(slow.received).toHaveLength(4);
    await slow.close();
  });

  it('to several endpoints of a profile do not wait for the one that never answers', async () => {
    const slow = await merchant('whe_slow', () => undefined);
    const quick = await merchant('whe_quick', status(200));
    const own = await merchant('acme_1', status(200));
    const settings = new AccountSettings();
    const profile = aProfile({
      webhook: { url: own.url, paymentStatuses: null, refundStatuses: null, payoutStatuses: null },
      webhookEndpoints: [
        { endpointId: 'whe_slow', url: slow.url, eventTypes: null },
        { endpointId: 'whe_quick', url: quick.url, eventTypes: ['payment_succeeded'] },
      ],
    });
    settings.apply({ ...incoming(aRequest()), message: profileSettings as never, data: profile, key: null });
    const { deliveryLoop, take } = open({ timeoutMs: 60_000, settings });
    closers.unshift(() => slow.close());
    deliveryLoop.onApplicationBootstrap();
    const requests = Array.from({ length: 30 }, () => aRequest());
    await take(...requests, aRequest({ eventType: 'payment_failed', status: 'failed' }));
    await until(async () => (await states())['delivered'] === 61);
    expect([own, quick, slow].map(({ received }) => received.length)).toEqual([31, 30, 4]);
    const ids = [...own.received, ...quick.received].map(eventIdOf);
    expect(new Set(ids).size).toBe(61);
    expect(own.received.map(eventIdOf)).toEqual(expect.arrayContaining(requests.map(({ eventId }) => eventId)));
    await slow.close();
  });

  const openIncidents = async () =>
    (await inTransaction(dataSource, { merchants: 'every' }, (sql) => incidents.list(sql, false, 10))).data;

  it('end at an endpoint that only fails, with an incident, and begin again when it is enabled', async () => {
    const at = await merchant('acme_1', status(500));
    const { deliveryLoop, take } = open({ disableAfterMs: 300, delaysMs: Array<number>(1_000).fill(50) });
    deliveryLoop.onApplicationBootstrap();
    await take(aRequest(), aRequest());
    await until(async () => (await states())['disabled'] === 2);
    const before = at.received.length;
    expect(before).toBeGreaterThan(2);
    const later = aRequest();
    await take(later);
    await until(async () => (await states())['disabled'] === 3);
    expect(at.received.map(eventIdOf)).not.toContain(later.eventId);

    const events = new EventRepository(dataSource, seals);
    const endpoint = { merchantId: later.merchantId, endpointId: later.profileId };
    const [state] = await events.endpointStates(endpoint.merchantId, [endpoint.endpointId]);
    expect(state).toEqual({
      endpointId: 'pro_1',
      failingSince: expect.any(String) as string,
      disabledAt: expect.any(String) as string,
    });
    const [incident] = await openIncidents();
    expect(incident).toMatchObject({ object: 'webhook_endpoint', object_id: 'pro_1', opened_at: state?.disabledAt });
    await events.enable(endpoint, 'req_1');
    expect(await openIncidents()).toEqual([]);
    expect(await events.endpointStates(endpoint.merchantId, [endpoint.endpointId])).toEqual([]);
    await take(aRequest());
    await until(() => at.received.length > before);
  });

  it('to an endpoint with a success between its failures go on', async () => {
    let calls = 0;
    await merchant('acme_1', (received, response) => status(calls++ % 4 === 3 ? 200 : 500)(received, response));
    const { deliveryLoop, take } = open({ disableAfterMs: 86_400_000 });
    deliveryLoop.onApplicationBootstrap();
    await take(...Array.from({ length: 12 }, () => aRequest()));
    await until(async () => (await states())['delivered'] === 12);
    expect(await everywhere('SELECT 1 FROM endpoints WHERE disabled_at IS NOT NULL')).toEqual([]);
  });

  it('of a killed process are sent when their lease ends', async () => {
    const requests = [aRequest(), aRequest(), aRequest()];
    const at = await merchant('acme_1', status(200));
    const killed = new DeliveryRepository(dataSource, seals, 1_500, 60_000);
    const leaseToken = randomUUID();
    await killed.add(
      requests.map((request) => ({
        request,
        endpointId: request.profileId,
        body: Buffer.from('{}'),
        requestId: 'req_1',
        leaseToken,
      })),
    );
    const { deliveryLoop } = open();
    deliveryLoop.onApplicationBootstrap();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(at.received).toEqual([]);
    await until(async () => (await states())['delivered'] === 3);
    expect(at.received).toHaveLength(3);
  });

  it('ignore the result of an expired lease', async () => {
    const request = aRequest();
    const body = Buffer.from('{}');
    const first = new DeliveryRepository(dataSource, seals, 1, 60_000);
    const leaseToken = randomUUID();
    await first.add([{ request, endpointId: request.profileId, body, requestId: 'req_1', leaseToken }]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [again] = await new DeliveryRepository(dataSource, seals, 60_000, 60_000).claim(
      [{ ...request, endpointId: request.profileId, free: 1 }],
      randomUUID(),
    );
    expect(again).toMatchObject({ eventId: request.eventId, requestId: 'req_1' });
    const result = { status: 200, error: null, retryAfterMs: null };
    const attempt = { attemptId: request.eventId, state: 'delivered', delayMs: null, result, ms: 1 } as const;
    await first.finish([{ ...attempt, delivery: { ...again!, leaseToken } }]);
    expect(await states()).toEqual({ waiting: 1 });
    await first.finish([{ ...attempt, delivery: again! }]);
    expect(await states()).toEqual({ delivered: 1 });
  });

  it('are never claimed by two processes at once', async () => {
    const repository = new DeliveryRepository(dataSource, seals, 60_000, 60_000);
    const requests = Array.from({ length: 40 }, () => aRequest());
    await repository.add(
      requests.map((request) => ({
        request,
        endpointId: request.profileId,
        body: Buffer.from('{}'),
        requestId: 'req_1',
        leaseToken: null,
      })),
    );
    const quota = [{ ...requests[0]!, endpointId: requests[0]!.profileId, free: 15 }];
    const claims = await Promise.all([1, 2, 3, 4].map(() => repository.claim(quota, randomUUID())));
    const ids = claims.flat().map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(claims.every((claimed) => claimed.length <= 15)).toBe(true);
  });

  it('follow no redirect, and end at a 410 or at the end of the schedule', async () => {
    const inside = await merchant('inside', status(200));
    const moved = await merchant('moved', status(302, { location: inside.url }));
    const gone = await merchant('gone', status(410));
    const { deliveryLoop, take } = open({ delaysMs: [10, 10] });
    deliveryLoop.onApplicationBootstrap();
    await take(aRequest({ merchantId: 'moved' as MerchantId }), aRequest({ merchantId: 'gone' as MerchantId }));
    await until(async () => !('waiting' in (await states())));
    expect(await states()).toEqual({ given_up: 1, disabled: 1 });
    expect([inside, moved, gone].map(({ received }) => received.length)).toEqual([0, 3, 1]);
  });

  it('to an overloaded merchant pause for Retry-After', async () => {
    const times: number[] = [];
    await merchant('acme_1', (_, response) => {
      times.push(performance.now());
      response.writeHead(times.length === 1 ? 429 : 200, { 'retry-after': '1' }).end();
    });
    const { deliveryLoop, take } = open();
    deliveryLoop.onApplicationBootstrap();
    await take(aRequest());
    // The request arrives before its answer does: the loop knows of the pause once the attempt is stored.
    await until(async () => (await everywhere('SELECT 1 FROM deliveries WHERE failures = 1')).length === 1);
    await take(aRequest());
    await until(async () => (await states())['delivered'] === 2);
    expect(times[1]! - times[0]!).toBeGreaterThan(950);
  });

  it('never connect to a closed address', async () => {
    const at = await merchant('acme_1', status(200));
    const { port } = new URL(at.url);
    const { deliveryLoop, take } = open({ delaysMs: [] });
    const urls = [
      `http://127.0.0.2:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://10.0.0.1/',
      'file:///etc/passwd',
    ];
    for (const [n, url] of urls.entries()) receivers.set(`m${n}`, { url, key, customHeaders: {} });
    await take(...urls.map((_, n) => aRequest({ merchantId: `m${n}` as MerchantId })));
    await until(async () => (await states())['given_up'] === urls.length);
    const rows = await everywhere<{ last_error: string }>('SELECT DISTINCT last_error FROM deliveries');
    expect(rows.every(({ last_error }) => /closed address|not|neither/.test(last_error))).toBe(true);
    expect(at.received).toEqual([]);
    await deliveryLoop.beforeApplicationShutdown();
  });

  it('count an endless response by its status', async () => {
    await merchant('acme_1', (_, response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write(Buffer.alloc(32_768)), 1);
      response.on('close', () => clearInterval(flood));
    });
    const { take } = open();
    await take(aRequest());
    await until(async () => (await states())['delivered'] === 1);
  });

  it('exclude a request that Postgres never accepts, and include the others of its batch', async () => {
    const at = await merchant('acme_1', status(200));
    const { take } = open();
    await take(aRequest(), aRequest({ objectId: 'a\0b' }), aRequest());
    await until(async () => (await states())['delivered'] === 2);
    expect(at.received).toHaveLength(2);
    expect(faults).toHaveLength(1);
  });
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10));
}
