import { connectorAccountSettings, routePayoutRequest, routingSettings } from '@payorch/contracts';
import type { EncodedMessage, MessageContext } from '@payorch/platform/kafka';
import { AccountSettings } from '@payorch/platform/kafka';
import type { OperationLine } from '@payorch/platform/telemetry';
import {
  anActive,
  aPayoutAccount,
  aPayoutRequest,
  aRoutingChoice,
  capabilitiesOf,
  incoming,
  named,
  payoutsOf,
  routingSettingsWith,
} from '../../test/builders';
import type { PayoutRouteRequest } from '../domain/routed-payout';
import { RecentRoutes } from './recent-routes';
import { RoutePublisher } from './route-publisher';
import { RouteRequests } from './route-requests';

const clock = { now: () => new Date('2026-01-05T10:00:00.000Z') };
const body = (message: EncodedMessage | undefined) => JSON.parse(message!.value.toString());
const ids = {
  operationId: 'op_1',
  merchantId: 'acme_1',
  profileId: 'pro_1',
  payoutId: 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w',
  payoutAttemptId: 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w_1',
};

describe('route requests of payouts', () => {
  let settings: AccountSettings;
  let sent: EncodedMessage[];
  let lines: OperationLine[];
  beforeEach(() => {
    settings = new AccountSettings();
    sent = [];
    lines = [];
  });

  const add = (...given: Parameters<typeof aPayoutAccount>) =>
    settings.apply(incoming(connectorAccountSettings, aPayoutAccount(...given)));

  async function decide(request: PayoutRouteRequest, context: Partial<MessageContext> = {}, waitMs = 0): Promise<void> {
    const waits = { settingsWaitMs: waitMs, refusalWaitMs: waitMs };
    const requests = new RouteRequests({
      settings,
      capabilitiesOf,
      payoutsOf,
      recent: new RecentRoutes(),
      clock,
      ...waits,
    });
    const publisher = new RoutePublisher({
      producer: { send: async (messages) => void sent.push(...messages) },
      metrics: { observeBatch: () => undefined },
      logger: { operation: (line) => void lines.push(line) },
      onDeadLettered: () => undefined,
    });
    await publisher.onBatch([incoming(routePayoutRequest, request, context)], ({ data }, of) =>
      requests.routePayout(data as PayoutRouteRequest, of),
    );
  }

  it('publish the first step at the chosen connector, with the fallbacks, the reason and the sealed facts', async () => {
    add(1);
    add(2, { connector: 'pays_at_once' });
    await decide(aPayoutRequest(), { accountVersion: 1 });
    expect(sent).toMatchObject([
      {
        topic: 'connector.commands.shared',
        key: `acme_1/${ids.payoutId}`,
        headers: {
          ce_id: 'op_1:route',
          ce_type: 'connector.payout_recipient',
          correlationid: 'c_1',
          accountversion: '1',
        },
      },
    ]);
    expect(body(sent[0])).toMatchObject({
      ...ids,
      money: { amount: 6540, currency: 'EUR' },
      sealedDetails: 'd1.1.sealed',
      account: { merchantConnectorId: 'mca_1', connector: 'pays_out' },
      fallbacks: [{ merchantConnectorId: 'mca_2', connector: 'pays_at_once' }],
      decision: { source: 'default', fellBack: false, candidates: [{ filter: null }, { filter: null }] },
    });
  });

  it.each([
    [true, 'pays_at_once', 'connector.commands.shared', 'connector.payout_fulfill'],
    [false, 'pays_at_once', 'connector.results.payouts', 'route.payout_chosen'],
    [true, 'checks_first', 'connector.commands.shared', 'connector.payout_eligibility'],
    [false, 'checks_first', 'connector.commands.shared', 'connector.payout_eligibility'],
  ])('with auto_fulfill %s, at %s: on %s, %s', async (autoFulfill, connector, topic, ce_type) => {
    add(1, { connector });
    await decide(aPayoutRequest({}, { autoFulfill }));
    expect(sent).toMatchObject([{ topic, headers: { ce_id: 'op_1:route', ce_type } }]);
  });

  it('publish to payouts which account was chosen where its fulfilment is yet to be requested', async () => {
    add(1, { connector: 'pays_at_once' });
    add(2);
    await decide(aPayoutRequest({}, { autoFulfill: false }));
    expect(sent).toMatchObject([{ key: `acme_1/${ids.payoutId}` }]);
    expect(body(sent[0])).toEqual({
      ...ids,
      account: { merchantConnectorId: 'mca_1', connector: 'pays_at_once' },
      fallbacks: [{ merchantConnectorId: 'mca_2', connector: 'pays_out' }],
      decision: expect.objectContaining({ source: 'default' }) as object,
    });
  });

  it('publish to payouts each account that was looked at, with its filter, where none fits', async () => {
    add(1, { disabled: true });
    add(2, { connector: 'pays_ach' });
    await decide(aPayoutRequest());
    expect(sent).toMatchObject([{ topic: 'connector.results.payouts', headers: { ce_type: 'route.payout_none' } }]);
    expect(body(sent[0])).toEqual({
      ...ids,
      reason: 'no_account',
      connector: null,
      candidates: [
        { merchantConnectorId: 'mca_1', connector: 'pays_out', filter: 'disabled' },
        { merchantConnectorId: 'mca_2', connector: 'pays_ach', filter: 'payment_method_type' },
      ],
    });
  });

  it('log the first step at the chosen account, and the reason where there is none', async () => {
    await decide(aPayoutRequest());
    add(1);
    await decide(aPayoutRequest());
    const about = {
      request_id: 'c_1',
      merchant_id: 'acme_1',
      payout_id: ids.payoutId,
      attempt_id: ids.payoutAttemptId,
      operation_id: 'op_1',
      ms: expect.any(Number) as number,
    };
    expect(lines).toEqual([
      { event: 'route.none', ...about, operation: 'payout', connector: null, code: 'no_account' },
      {
        event: 'route.chosen',
        ...about,
        operation: 'payout_recipient',
        connector: 'pays_out',
        connector_account: 'mca_1',
      },
    ]);
  });

  it('are decided again when they are redelivered: the same under the same id, or another account that fits now', async () => {
    add(1);
    add(2, { connector: 'pays_at_once' });
    await decide(aPayoutRequest(), { messageId: 'first' });
    await decide(aPayoutRequest(), { messageId: 'again' });
    add(1, { disabled: true, accountVersion: 2 });
    await decide(aPayoutRequest(), { messageId: 'later' });
    const [first, again, later] = sent;
    expect(again).toEqual(first);
    expect(later!.headers['ce_id']).toBe('op_1:route');
    expect(body(later)).toMatchObject({ operationId: 'op_1', account: { merchantConnectorId: 'mca_2' } });
  });

  it('wait for the settings that their sender knew', async () => {
    const deciding = decide(aPayoutRequest(), { accountVersion: 3 }, 5_000);
    add(1, { accountVersion: 3 });
    await deciding;
    expect(sent).toMatchObject([{ headers: { ce_type: 'connector.payout_recipient' } }]);
  });

  it('are decided by the algorithm under which they began', async () => {
    add(1);
    add(2, { connector: 'pays_at_once' });
    const nothing = { active: null, defaultOrder: null };
    const active = anActive('single', named('pays_at_once'));
    const before = aRoutingChoice({}, { accountVersion: 5, payout: { ...nothing, active } });
    settings.apply(incoming(routingSettings, routingSettingsWith(aRoutingChoice({}, { accountVersion: 7 }), before)));
    await decide(aPayoutRequest({}, { routingVersion: 5 }));
    await decide(aPayoutRequest({}, { routingVersion: 7 }));
    expect(sent.map((one) => body(one).account.merchantConnectorId)).toEqual(['mca_2', 'mca_1']);
  });
});
