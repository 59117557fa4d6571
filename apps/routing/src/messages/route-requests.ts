import { routeBeginCheck, routeRequest } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, MessageContext } from '@payorch/platform/kafka';
import { encode, handlerDecorator, MessageController } from '@payorch/platform/kafka';
import type { OperationLine } from '@payorch/platform/telemetry';
import type { HealthOf } from '../domain/account-order';
import type { CapabilitiesOf } from '../domain/capabilities';
import type { Route, RouteContext } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { routingInForce } from '../domain/routing-in-force';
import type { OrderByScores } from '../domain/score-order';
import type { RecentRoutes, SentRoute } from './recent-routes';
import { beginCheckOf, lineOfRoute, routeMessageOf } from './route-messages';

export abstract class RouteRequestsParts {
  abstract readonly settings: Pick<
    AccountSettings,
    'account' | 'accountsOfProfile' | 'lanes' | 'routing' | 'versionOf' | 'waitForVersion'
  >;
  abstract readonly capabilitiesOf: CapabilitiesOf;
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

  private encode(
    outgoing: ReturnType<typeof routeMessageOf>,
    messageId: string,
    cause: MessageContext,
  ): EncodedMessage {
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

  private async routeOf(
    request: RouteRequest,
    { accountVersion = 0 }: MessageContext,
    moving: Moving = {},
  ): Promise<Route> {
    const { settings, settingsWaitMs, refusalWaitMs } = this.parts;
    const { routingVersion = 0 } = request;
    const { merchantId, profileId } = request.operation;
    const version = Math.max(accountVersion, routingVersion);
    const isBehind = () => settings.versionOf(merchantId) < version;
    if (isBehind()) await settings.waitForVersion(merchantId, version, settingsWaitMs);
    const lacksItsSettings = () => (settings.routing(merchantId, profileId)?.accountVersion ?? 0) < routingVersion;
    if (!isBehind() || !lacksItsSettings()) {
      const route = this.choose(request, moving);
      if (route.kind === 'routed' || !isBehind()) return route;
    }
    await settings.waitForVersion(merchantId, version, refusalWaitMs);
    return this.choose(request, moving);
  }

  private choose(request: RouteRequest, moving: Moving): Route {
    const { settings, capabilitiesOf } = this.parts;
    const { merchantId, profileId } = request.operation;
    return chooseRoute(routedPaymentOf(request), {
      accounts: settings.accountsOfProfile(merchantId, profileId),
      accountVersion: settings.versionOf(merchantId),
      inForce: routingInForce(settings.routing(merchantId, profileId), request.routingVersion),
      isElsewhere: (id) => settings.account(merchantId, id) !== undefined,
      capabilitiesOf,
      ...moving,
    });
  }
}
