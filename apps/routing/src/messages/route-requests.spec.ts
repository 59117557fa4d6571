import { connectorAccountSettings, routeBeginCheck, routeRequest } from '@payorch/contracts';
import type { EncodedMessage, Incoming, MessageContext } from '@payorch/platform/kafka';
import { AccountSettings, UnsendableMessage } from '@payorch/platform/kafka';
import { anAccount, aRouteRequest, incoming, capabilitiesOf } from '../../test/builders';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { RecentRoutes } from './recent-routes';
import { RoutePublisher } from './route-publisher';
import { RouteRequests } from './route-requests';

const body = (message: EncodedMessage) => JSON.parse(message.value.toString());
const clock = { now: () => new Date('2026-01-05T10:00:00.000Z') };

describe('route requests', () => {
  let settings: AccountSettings;
  let recent: RecentRoutes;
  let sent: EncodedMessage[];
  let refusedTopics: string[];
  const deadLettered: string[] = [];
  const send = async (messages: readonly EncodedMessage[]) => {
    const refused = messages.find(({ topic }) => refusedTopics.includes(topic));
    if (refused) throw new UnsendableMessage(refused, 'no such topic');
    sent.push(...messages);
  };
  const open = (waits: { settingsWaitMs: number; refusalWaitMs: number }, producer = { send }) => {
    const requests = new RouteRequests({ settings, capabilitiesOf, recent, clock, ...waits });
    const publisher = new RoutePublisher({
      producer,
      metrics: { observeBatch: () => undefined },
      onDeadLettered: (request) => deadLettered.push(request.context.messageId),
    });
    const handle = ({ message, data }: Incoming, context: MessageContext) =>
      message.type === routeBeginCheck.type
        ? requests.checkBegin(data as BeginCheck, context)
        : requests.route(data as RouteRequest, context);
    return { onBatch: (batch: readonly Incoming[]) => publisher.onBatch(batch, handle) };
  };
  const addAccount = (id: number, given: Parameters<typeof anAccount>[1] = {}) => {
    const account = anAccount(id, given);
    settings.apply(incoming(connectorAccountSettings, account));
  };
  const noWait = { settingsWaitMs: 0, refusalWaitMs: 0 };

  beforeEach(() => {
    settings = new AccountSettings();
    recent = new RecentRoutes();
    sent = [];
    refusedTopics = [];
  });

  it("publish to the chosen connector's topic under an id that a redelivery repeats", async () => {
    addAccount(1);
    addAccount(2, { connector: 'adyen_test' });
    const request = incoming(routeRequest, aRouteRequest(), { accountVersion: 1, messageId: 'first' });
    await open(noWait).onBatch([request]);
    await open(noWait).onBatch([{ ...request, context: { ...request.context, messageId: 'again' } }]);
    const [first, again] = sent;
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      topic: 'connector.stripe_test.commands',
      key: 'acme_1/pay_1',
      headers: { ce_id: 'op_1:route', ce_type: 'connector.authorize', correlationid: 'c_1', accountversion: '1' },
    });
    expect(body(first!)).toMatchObject({
      operationId: 'op_1',
      money: { amount: 6540, currency: 'USD' },
      account: { merchantConnectorId: 'mca_1', connector: 'stripe_test' },
      fallbacks: [{ merchantConnectorId: 'mca_2', connector: 'adyen_test' }],
      returnUrl: 'https://pay.example/payments/pay_1/acme_1/redirect/response/stripe_test',
    });
  });

  it('publish route.none when no account fits', async () => {
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    expect(sent).toMatchObject([{ topic: 'routing.results', key: 'acme_1/pay_1', headers: { ce_type: 'route.none' } }]);
    expect(body(sent[0]!)).toMatchObject({ operationId: 'op_1', reason: 'no_account', connector: null });
  });

  it('publish a begin check with the same route to all workers', async () => {
    addAccount(1);
    addAccount(2, { connector: 'adyen_test' });
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 4 })]);
    expect(sent).toMatchObject([
      {
        topic: 'connector.begin_checks',
        key: 'acme_1/pay_1',
        headers: { ce_id: 'op_1:begin:4', ce_type: 'connector.begin_check' },
      },
    ]);
    expect(body(sent[0]!)).toMatchObject({
      operationId: 'op_1',
      account: { merchantConnectorId: 'mca_1' },
      fallbacks: [{ merchantConnectorId: 'mca_2' }],
      round: 4,
    });
  });

  it('publish no begin check when no account fits any more', async () => {
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 4 })]);
    expect(sent).toEqual([]);
  });

  it('publish a batch in one call', async () => {
    addAccount(1);
    let calls = 0;
    const requests = open(noWait, {
      send: async (messages) => {
        calls += 1;
        sent.push(...messages);
      },
    });
    await requests.onBatch([1, 2, 3].map((n) => incoming(routeRequest, aRouteRequest(), { messageId: `m_${n}` })));
    expect([calls, sent.length]).toEqual([1, 3]);
  });

  it('wait for settings as new as the sender knew', async () => {
    const routed = open({ settingsWaitMs: 5_000, refusalWaitMs: 0 }).onBatch([
      incoming(routeRequest, aRouteRequest(), { accountVersion: 2 }),
    ]);
    addAccount(1, { accountVersion: 2 });
    await routed;
    expect(sent[0]!.topic).toBe('connector.stripe_test.commands');
  });

  it('use the known settings after the wait, and wait longer before a refusal', async () => {
    addAccount(1);
    const behind = { settingsWaitMs: 1, refusalWaitMs: 5_000 };
    await open(behind).onBatch([incoming(routeRequest, aRouteRequest(), { accountVersion: 9 })]);
    expect(sent[0]!.topic).toBe('connector.stripe_test.commands');

    sent = [];
    settings = new AccountSettings();
    const routed = open(behind).onBatch([incoming(routeRequest, aRouteRequest(), { accountVersion: 9 })]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([]);
    addAccount(1, { accountVersion: 9 });
    await routed;
    expect(sent[0]!.topic).toBe('connector.stripe_test.commands');
  });

  it('dead-letter a message that the broker never accepts, and publish the rest', async () => {
    addAccount(1);
    refusedTopics = ['routing.results'];
    const fits = incoming(routeRequest, aRouteRequest(), { messageId: 'fits' });
    const poison = incoming(routeRequest, aRouteRequest({ paymentMethod: 'wallet' }), { messageId: 'poison' });
    await open(noWait).onBatch([poison, fits]);
    expect(deadLettered).toEqual(['poison']);
    expect(sent.map(({ topic }) => topic)).toEqual(['routing.requests.dlq', 'connector.stripe_test.commands']);
    expect(sent[0]!.headers).toMatchObject({ ce_id: 'poison', 'x-origin-offset': '7' });
  });

  it('throw a fault of the broker to the transport, which retries the batch', async () => {
    addAccount(1);
    const requests = open(noWait, { send: () => Promise.reject(new Error('no broker')) });
    await expect(requests.onBatch([incoming(routeRequest, aRouteRequest())])).rejects.toThrow('no broker');
  });
});
