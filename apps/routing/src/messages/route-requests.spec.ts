import { connectorAccountSettings, routeBeginCheck, routeRequest, routingSettings } from '@payorch/contracts';
import type { EncodedMessage, Incoming, MessageContext } from '@payorch/platform/kafka';
import { AccountSettings, UnsendableMessage } from '@payorch/platform/kafka';
import type { OperationLine } from '@payorch/platform/telemetry';
import {
  anAccount,
  anActive,
  aRouteRequest,
  aRoutingChoice,
  incoming,
  capabilitiesOf,
  named,
  payoutsOf,
  requestsAccounts,
  routingSettingsWith,
} from '../../test/builders';
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
  let lines: OperationLine[];
  const deadLettered: string[] = [];
  const send = async (messages: readonly EncodedMessage[]) => {
    const refused = messages.find(({ topic }) => refusedTopics.includes(topic));
    if (refused) throw new UnsendableMessage(refused, 'no such topic');
    sent.push(...messages);
  };
  const open = (waits: { settingsWaitMs: number; refusalWaitMs: number }, producer = { send }) => {
    const requests = new RouteRequests({ settings, capabilitiesOf, payoutsOf, recent, clock, ...waits });
    const publisher = new RoutePublisher({
      producer,
      metrics: { observeBatch: () => undefined },
      logger: { operation: (line) => void lines.push(line) },
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
    lines = [];
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
      topic: 'connector.commands.shared',
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

  const about = {
    request_id: 'c_1',
    merchant_id: 'acme_1',
    payment_id: 'pay_1',
    attempt_id: 'pay_1_1',
    operation_id: 'op_1',
    operation: 'authorize',
    ms: expect.any(Number) as number,
  };

  it('log the chosen account, and the reason where there is none', async () => {
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    addAccount(1);
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    expect(lines).toEqual([
      { event: 'route.none', ...about, connector: null, code: 'no_account' },
      { event: 'route.chosen', ...about, connector: 'stripe_test', connector_account: 'mca_1' },
    ]);
  });

  it('log no begin check, and no route that is not published', async () => {
    addAccount(1);
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 4 })]);
    const send = () => Promise.reject(new Error('the broker is away'));
    await expect(open(noWait, { send }).onBatch([incoming(routeRequest, aRouteRequest())])).rejects.toThrow('away');
    expect(lines).toEqual([]);
  });

  it('publish route.none when no account fits', async () => {
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    expect(sent).toMatchObject([{ topic: 'routing.results', key: 'acme_1/pay_1', headers: { ce_type: 'route.none' } }]);
    expect(body(sent[0]!)).toMatchObject({
      operationId: 'op_1',
      reason: 'no_account',
      connector: null,
      candidates: [],
    });
  });

  it('publish each account that was looked at, with its filter, when none fits', async () => {
    addAccount(1, { disabled: true });
    addAccount(2, { connector: 'debits' });
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    expect(body(sent[0]!).candidates).toEqual([
      { merchantConnectorId: 'mca_1', connector: 'stripe_test', filter: 'disabled' },
      { merchantConnectorId: 'mca_2', connector: 'debits', filter: 'payment_method' },
    ]);
  });

  it('name an account of another profile', async () => {
    addAccount(1, { profileId: 'pro_2' as never });
    const straightThrough = requestsAccounts('single', ['stripe_test', 1]);
    await open(noWait).onBatch([incoming(routeRequest, { ...aRouteRequest(), straightThrough })]);
    expect(body(sent[0]!)).toMatchObject({ reason: 'unknown_account', candidates: [{ filter: 'other_profile' }] });
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
      decision: { source: 'default' },
      round: 4,
    });
  });

  it('publish no begin check when no account fits any more', async () => {
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 4 })]);
    expect(sent).toEqual([]);
  });

  describe('under routing settings', () => {
    const to = (id: number, accountVersion: number) =>
      aRoutingChoice({ active: anActive('single', named('stripe_test', id)) }, { accountVersion });
    const apply = (...[choice, before]: Parameters<typeof routingSettingsWith>) =>
      settings.apply(incoming(routingSettings, routingSettingsWith(choice, before)));
    const requestAt = (routingVersion: number | undefined) =>
      incoming(routeRequest, { ...aRouteRequest(), ...(routingVersion !== undefined && { routingVersion }) });

    beforeEach(() => {
      for (const id of [1, 2, 3]) addAccount(id);
    });

    it.each([
      ['in force', 8, { source: 'active', routingVersion: 8 }, 'mca_3'],
      ['before them', 5, { source: 'active', routingVersion: 5 }, 'mca_2'],
      ['of none', undefined, { source: 'default', routingVersion: null }, 'mca_1'],
    ])('are decided by the ones %s, as they began', async (_, version, decision, account) => {
      apply(to(3, 8), to(2, 5));
      await open(noWait).onBatch([requestAt(version)]);
      expect(body(sent[0]!)).toMatchObject({ account: { merchantConnectorId: account }, decision });
    });

    it('publish the same message when they are redelivered after an activation', async () => {
      apply(to(2, 5));
      await open(noWait).onBatch([requestAt(5)]);
      apply(to(3, 8), to(2, 5));
      recent = new RecentRoutes();
      await open(noWait).onBatch([requestAt(5)]);
      const [first, again] = sent.map((message) => {
        const { decision, ...command } = body(message);
        return { ...message, value: { ...command, decision: { ...decision, accountVersion: 0 } } };
      });
      expect(again).toEqual(first);
    });

    it('are not decided by older ones than they began under, although an account fits', async () => {
      const routed = open({ settingsWaitMs: 1, refusalWaitMs: 5_000 }).onBatch([requestAt(8)]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(sent).toEqual([]);
      apply(to(3, 8));
      await routed;
      expect(body(sent[0]!).account).toMatchObject({ merchantConnectorId: 'mca_3' });
    });

    it('check the begin at the account of the same version', async () => {
      apply(to(3, 8), to(2, 5));
      await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), routingVersion: 5, round: 1 })]);
      expect(body(sent[0]!)).toMatchObject({ account: { merchantConnectorId: 'mca_2' } });
    });
  });

  it('check the begin at the account that the command was sent to, although another one is chosen now', async () => {
    addAccount(2);
    await open(noWait).onBatch([incoming(routeRequest, aRouteRequest())]);
    addAccount(1);
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 1 })]);
    expect(body(sent[1]!)).toMatchObject({ account: { merchantConnectorId: 'mca_2' }, fallbacks: [] });
    recent = new RecentRoutes();
    await open(noWait).onBatch([incoming(routeBeginCheck, { ...aRouteRequest(), round: 2 })]);
    expect(body(sent[2]!)).toMatchObject({ account: { merchantConnectorId: 'mca_1' } });
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
    expect(sent[0]!.topic).toBe('connector.commands.shared');
  });

  it('use the known settings after the wait, and wait longer before a refusal', async () => {
    addAccount(1);
    const behind = { settingsWaitMs: 1, refusalWaitMs: 5_000 };
    await open(behind).onBatch([incoming(routeRequest, aRouteRequest(), { accountVersion: 9 })]);
    expect(sent[0]!.topic).toBe('connector.commands.shared');

    sent = [];
    settings = new AccountSettings();
    const routed = open(behind).onBatch([incoming(routeRequest, aRouteRequest(), { accountVersion: 9 })]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([]);
    addAccount(1, { accountVersion: 9 });
    await routed;
    expect(sent[0]!.topic).toBe('connector.commands.shared');
  });

  it('dead-letter a message that the broker never accepts, and publish the rest', async () => {
    addAccount(1);
    refusedTopics = ['routing.results'];
    const fits = incoming(routeRequest, aRouteRequest(), { messageId: 'fits' });
    const poison = incoming(routeRequest, aRouteRequest({ paymentMethod: 'wallet' }), { messageId: 'poison' });
    await open(noWait).onBatch([poison, fits]);
    expect(deadLettered).toEqual(['poison']);
    expect(sent.map(({ topic }) => topic)).toEqual(['dead_letters', 'connector.commands.shared']);
    expect(sent[0]!.headers).toMatchObject({ ce_id: 'poison', 'x-origin-offset': '7' });
  });

  it('throw a fault of the broker to the transport, which retries the batch', async () => {
    addAccount(1);
    const requests = open(noWait, { send: () => Promise.reject(new Error('no broker')) });
    await expect(requests.onBatch([incoming(routeRequest, aRouteRequest())])).rejects.toThrow('no broker');
  });
});
