import { routeBeginCheck, routeRequest } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, MessageContext } from '@payorch/platform/kafka';
import { encode, handlerDecorator, MessageController } from '@payorch/platform/kafka';
import type { CapabilitiesOf } from '../domain/capabilities';
import type { Route } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { beginCheckOf, routeMessageOf } from './route-messages';

export abstract class RouteRequestsParts {
  abstract readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'versionOf' | 'waitForVersion'>;
  abstract readonly capabilitiesOf: CapabilitiesOf;
  abstract readonly clock: Clock;
  /** How long a request waits for settings as new as its sender knew. */
  abstract readonly settingsWaitMs: number;
  /** Further wait before `route.none`: newer settings could bring a fitting account, a failed payment is final. */
  abstract readonly refusalWaitMs: number;
}

/** The message that follows from a request; undefined if none does. */
export type Routed = EncodedMessage | undefined;

const OnRequest = handlerDecorator<MessageContext, Promise<Routed>>();

/** Decides in memory. Nothing is stored: a redelivered request is decided again, and its operation id makes the command take effect once. */
@MessageController()
export class RouteRequests {
  constructor(private readonly parts: RouteRequestsParts) {}

  @OnRequest(routeRequest)
  async route(request: RouteRequest, context: MessageContext): Promise<Routed> {
    const route = await this.routeOf(request, context);
    return this.encode(routeMessageOf(request, route), `${request.operation.operationId}:route`, context);
  }

  /** Undefined if the operation no longer fits any account. */
  @OnRequest(routeBeginCheck)
  async checkBegin(check: BeginCheck, context: MessageContext): Promise<Routed> {
    const outgoing = beginCheckOf(check, await this.routeOf(check, context));
    return outgoing && this.encode(outgoing, `${check.operation.operationId}:begin:${check.round}`, context);
  }

  private encode(
    outgoing: ReturnType<typeof routeMessageOf>,
    messageId: string,
    cause: MessageContext,
  ): EncodedMessage {
    const { correlationId, traceparent, accountVersion } = cause;
    const context = {
      ...{ messageId, correlationId, traceparent, occurredAt: this.parts.clock.now() },
      ...(accountVersion !== undefined && { accountVersion }),
    };
    return encode({ ...outgoing, context });
  }

  private async routeOf(request: RouteRequest, { accountVersion = 0 }: MessageContext): Promise<Route> {
    const { settings, settingsWaitMs, refusalWaitMs } = this.parts;
    const { merchantId } = request.operation;
    const isBehind = () => settings.versionOf(merchantId) < accountVersion;
    if (isBehind()) await settings.waitForVersion(merchantId, accountVersion, settingsWaitMs);
    const route = this.choose(request);
    if (route.kind === 'routed' || !isBehind()) return route;
    await settings.waitForVersion(merchantId, accountVersion, refusalWaitMs);
    return this.choose(request);
  }

  private choose(request: RouteRequest): Route {
    const { merchantId, profileId } = request.operation;
    const accounts = this.parts.settings.accountsOfProfile(merchantId, profileId);
    return chooseRoute(routedPaymentOf(request), accounts, this.parts.capabilitiesOf);
  }
}
