import { type Outgoing, routeBeginCheck, routePayoutRequest, routeRequest } from '@payorch/contracts';
import type { Clock, MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, MessageContext } from '@payorch/platform/kafka';
import { encode, handlerDecorator, MessageController } from '@payorch/platform/kafka';
import type { OperationLine } from '@payorch/platform/telemetry';
import type { HealthOf } from '../domain/accounts/account-order';
import type { CapabilitiesOf } from '../domain/accounts/capabilities';
import type { PayoutsOf } from '../domain/accounts/payout-filters';
import type { AccountContext } from '../domain/decide/choose-account';
import { choosePayoutRoute } from '../domain/decide/choose-payout-route';
import type { Route, RouteContext } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { type PayoutRouteRequest, routedPayoutOf } from '../domain/routed-payout';
import { routingInForce } from '../domain/algorithms/routing-in-force';
import type { OrderByScores } from '../domain/score-order';
import { lineOfPayoutRoute, payoutMessageOf } from './payout-route-messages';
import type { RecentRoutes, SentRoute } from './recent-routes';
import { beginCheckOf, lineOfRoute, routeMessageOf } from './route-messages';

export abstract class RouteRequestsParts {
  abstract readonly settings: Pick<
    AccountSettings,
    'account' | 'accountsOfProfile' | 'lanes' | 'routing' | 'versionOf' | 'waitForVersion'
  >;
  abstract readonly capabilitiesOf: CapabilitiesOf;
  abstract readonly payoutsOf: PayoutsOf;
  abstract readonly recent: RecentRoutes;
  /** Absent: every account is healthy. */
  readonly healthOf?: HealthOf;
  /** Absent: scores choose nothing. */
  readonly orderByScores?: OrderByScores;
  abstract readonly clock: Clock;
  /** How long a request waits for settings as new as its sender knew. */
  abstract readonly settingsWaitMs: number;
  /**
   * Further wait before `route.none`, since newer settings could bring a fitting account and a failed payment is final, and before a
   * request is decided by other routing settings than it began under.
   */
  abstract readonly refusalWaitMs: number;
}

/** The message that follows from a request, with the log line of a chosen or refused route; undefined if none does. */
export type Routed = { readonly message: EncodedMessage; readonly line?: OperationLine } | undefined;

type Moving = Pick<RouteContext, 'healthOf' | 'orderByScores'>;

/** What the settings of a profile are read for. */
interface About {
  readonly operation: { readonly merchantId: MerchantId; readonly profileId: ProfileId };
  readonly routingVersion?: number | undefined;
}

const OnRequest = handlerDecorator<MessageContext, Promise<Routed>>();

/** Decides in memory. Nothing is stored: a redelivered request is decided again, and its operation id makes the command take effect once. */
@MessageController()
export class RouteRequests {
  constructor(private readonly parts: RouteRequestsParts) {}

  @OnRequest(routeRequest)
  async route(request: RouteRequest, context: MessageContext): Promise<Routed> {
    const { operationId } = request.operation;
    const began = performance.now();
    const route = await this.routeOf(request, context, this.moving);
    if (route.kind === 'routed') this.parts.recent.add(operationId, route);
    const message = this.encode(routeMessageOf(request, route), `${operationId}:route`, context);
    const ms = performance.now() - began;
    return { message, line: { ...lineOfRoute(request, route), request_id: context.correlationId, ms } };
  }

  /** The account that a payout went to is kept nowhere: payouts asks again by the same request, and a worker claims it once. */
  @OnRequest(routePayoutRequest)
  async routePayout(request: PayoutRouteRequest, context: MessageContext): Promise<Routed> {
    const began = performance.now();
    const { healthOf, payoutsOf } = this.parts;
    const route = await this.decided(request, context, (known) =>
      choosePayoutRoute(routedPayoutOf(request), { ...known, payoutsOf, ...(healthOf && { healthOf }) }),
    );
    const messageId = `${request.operation.operationId}:route`;
    const message = this.encode(payoutMessageOf(request, route), messageId, context);
    const ms = performance.now() - began;
    return { message, line: { ...lineOfPayoutRoute(request, route), request_id: context.correlationId, ms } };
  }

  /** Undefined if the operation no longer fits any account. */
  @OnRequest(routeBeginCheck)
  async checkBegin(check: BeginCheck, context: MessageContext): Promise<Routed> {
    const sent = await this.sentRouteOf(check, context);
    const messageId = `${check.operation.operationId}:begin:${check.round}`;
    return sent && { message: this.encode(beginCheckOf(check, sent), messageId, context) };
  }

  /** Where the command was sent as far as this process knows, else the choice without health and scores: they may have changed. */
  private async sentRouteOf(check: BeginCheck, context: MessageContext): Promise<SentRoute | undefined> {
    const recent = this.parts.recent.of(check.operation.operationId);
    if (recent) return recent;
    const route = await this.routeOf(check, context);
    return route.kind === 'routed' ? route : undefined;
  }

  private encode(outgoing: Outgoing, messageId: string, cause: MessageContext): EncodedMessage {
    const { correlationId, traceparent, accountVersion } = cause;
    const context = {
      messageId,
      correlationId,
      traceparent,
      occurredAt: this.parts.clock.now(),
      ...(accountVersion !== undefined && { accountVersion }),
    };
    return encode({ ...outgoing, context, lane: this.parts.settings.lanes.of(outgoing) });
  }

  /** What changes with the time of the decision. */
  private get moving(): Moving {
    const { healthOf, orderByScores } = this.parts;
    return { ...(healthOf && { healthOf }), ...(orderByScores && { orderByScores }) };
  }

  private routeOf(request: RouteRequest, context: MessageContext, moving: Moving = {}): Promise<Route> {
    const { capabilitiesOf } = this.parts;
    return this.decided(request, context, (known) =>
      chooseRoute(routedPaymentOf(request), { ...known, capabilitiesOf, ...moving }),
    );
  }

  /** Decides by settings as new as the sender knew, and again by newer ones before nothing is chosen. */
  private async decided<Chosen extends { readonly kind: string }>(
    about: About,
    { accountVersion = 0 }: MessageContext,
    choose: (known: AccountContext) => Chosen,
  ): Promise<Chosen> {
    const { settings, settingsWaitMs, refusalWaitMs } = this.parts;
    const { routingVersion = 0 } = about;
    const { merchantId, profileId } = about.operation;
    const version = Math.max(accountVersion, routingVersion);
    const isBehind = () => settings.versionOf(merchantId) < version;
    if (isBehind()) await settings.waitForVersion(merchantId, version, settingsWaitMs);
    const lacksItsSettings = () => (settings.routing(merchantId, profileId)?.accountVersion ?? 0) < routingVersion;
    if (!isBehind() || !lacksItsSettings()) {
      const route = choose(this.known(about));
      if (route.kind === 'routed' || !isBehind()) return route;
    }
    await settings.waitForVersion(merchantId, version, refusalWaitMs);
    return choose(this.known(about));
  }

  private known({ operation: { merchantId, profileId }, routingVersion }: About): AccountContext {
    const { settings } = this.parts;
    return {
      accounts: settings.accountsOfProfile(merchantId, profileId),
      accountVersion: settings.versionOf(merchantId),
      inForce: routingInForce(settings.routing(merchantId, profileId), routingVersion),
      isElsewhere: (id) => settings.account(merchantId, id) !== undefined,
    };
  }
}
