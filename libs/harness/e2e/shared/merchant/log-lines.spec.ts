import {
  aMerchant,
  aReceiver,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
} from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';

const system = sharedSystem();

/** A service's log lines about one request; by default the gateway's. */
const linesOf = (requestId: string, app: AppName = 'gateway'): Json[] =>
  system
    .logs(app)
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Json);

describe('the log line of a request', () => {
  it('names the request, the merchant, the payment and the refund, also with generated ids', async () => {
    const { api, merchantId } = await aMerchant(system);
    const created = await api.post('/payments', paymentBody());
    const { payment_id } = ok(created);
    const refunded = await api.post('/refunds', { payment_id });
    const read = await api.get(`/payments/${payment_id}`);
    const about = { merchant_id: merchantId, payment_id };
    for (const [answer, facts] of [
      [created, about],
      [refunded, { ...about, refund_id: ok(refunded).refund_id }],
      [read, about],
    ] as const) {
      const request_id = answer.headers['x-request-id'] as string;
      await eventually(() => linesOf(request_id).length > 0);
      expect(linesOf(request_id)).toEqual([expect.objectContaining({ request_id, ...facts })]);
    }
  });

  it('shows no card number, even in the place of an id', async () => {
    const { api } = await aMerchant(system);
    const answer = await api.post('/payments', paymentBody({ payment_id: cards.succeeds }));
    expect(ok(answer).payment_id).toBe(cards.succeeds);
    const request_id = answer.headers['x-request-id'] as string;
    await eventually(() => linesOf(request_id).length > 0);
    expect(JSON.stringify(linesOf(request_id))).not.toContain(cards.succeeds);
    expect(linesOf(request_id)[0].payment_id).toBe(`***${cards.succeeds.slice(-4)}`);
  });
});

/** Of each service, the events of its lines about a request, in their order. */
const eventsOf = (requestId: string) =>
  Object.fromEntries(
    (['payments', 'refunds', 'routing', 'connector-worker', 'webhooks'] as const).flatMap((app) => {
      const lines = linesOf(requestId, app).filter(({ event_id }) => !event_id || app === 'webhooks');
      return lines.length > 0
        ? [[app, lines.map(({ message, outcome }) => (outcome ? `${message} ${outcome}` : message))]]
        : [];
    }),
  );

describe('the log lines of an operation', () => {
  const unknownCard = '4000000000070047';
  const authorized = (event: string, outcome: string) => ({
    payments: ['operation.begun', `operation.${event} ${outcome}`],
    routing: ['route.chosen'],
    'connector-worker': ['operation.begun', `operation.${event === 'unknown' ? 'unknown' : 'answered'} ${outcome}`],
  });

  it('each service prints one line an event under the id of the request, without a card, a name or a text of the processor', async () => {
    const receiver = await aReceiver();
    try {
      const webhook_details = { webhook_url: receiver.url };
      const { api, merchantId } = await aMerchant(system, { account: { webhook_details } });
      const pay = (card: string) =>
        api.post('/payments', paymentBody(cardFields(card, { card_holder_name: 'Zacharias Umlauf' })));
      const paid = await pay(cards.succeeds);
      const refunded = await api.post('/refunds', { payment_id: ok(paid).payment_id });
      const refused = await api.post('/refunds', { payment_id: ok(paid).payment_id, amount: 999_999 });
      const declined = await pay(cards.declined);
      const unknown = await pay(unknownCard);
      const delivered = { webhooks: ['webhook.delivered'] };
      for (const [answer, events] of [
        [paid, { ...authorized('settled', 'captured'), ...delivered }],
        [declined, { ...authorized('settled', 'declined'), ...delivered }],
        [unknown, { ...authorized('unknown', 'unknown'), ...delivered }],
        [
          refunded,
          {
            refunds: ['operation.begun', 'operation.settled refunded'],
            'connector-worker': ['operation.begun', 'operation.answered refunded'],
            ...delivered,
          },
        ],
        [refused, { refunds: ['operation.refused'] }],
      ] as const) {
        const id = answer.headers['x-request-id'] as string;
        await eventually(() => JSON.stringify(eventsOf(id)) === JSON.stringify(events)).catch(() => undefined);
        expect(eventsOf(id)).toEqual(events);
      }

      const request_id = unknown.headers['x-request-id'] as string;
      const [, warning] = linesOf(request_id, 'connector-worker');
      const { payment_id } = ok(unknown);
      expect(warning).toEqual({
        level: 'warn',
        message: 'operation.unknown',
        service: 'connector-worker',
        time: expect.any(String),
        pid: expect.any(Number),
        ms: expect.any(Number),
        request_id,
        merchant_id: merchantId,
        payment_id,
        attempt_id: `${payment_id}_1`,
        operation: 'authorize',
        operation_id: expect.any(String),
        source: 'call',
        outcome: 'unknown',
        code: 'CONNECTION_LOST',
        connector: 'stripe_test',
        connector_account: expect.any(String),
      });
      const ids = [paid, refunded, refused, declined, unknown].map(({ headers }) => headers['x-request-id'] as string);
      const printed = (['payments', 'refunds', 'routing', 'connector-worker', 'webhooks'] as const).flatMap((app) =>
        ids.flatMap((id) => linesOf(id, app).map((line) => JSON.stringify(line))),
      );
      for (const text of [
        cards.succeeds,
        cards.declined,
        unknownCard,
        'Umlauf',
        'Joseph',
        ok(declined).error_message as string,
      ])
        expect(printed.filter((line) => line.includes(text))).toEqual([]);
    } finally {
      await receiver.close();
    }
  });
});

it('health checks are not logged at level info', async () => {
  const probe = await system.api.get('/health/ready');
  const answer = await system.api.get('/health/nothing-there');
  await eventually(() => linesOf(answer.headers['x-request-id'] as string).length > 0);
  expect(linesOf(probe.headers['x-request-id'] as string)).toEqual([]);
});
