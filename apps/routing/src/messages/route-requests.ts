import { routeBeginCheck } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage, encode, UnsendableMessage } from '@payorch/platform/kafka';
import type { Metrics } from '@payorch/platform/telemetry';
import type { CapabilitiesOf } from '../domain/capabilities';
import type { Route } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { beginCheckOf, routeMessageOf } from './route-messages';

export interface RouteRequestsParts {
  readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'versionOf' | 'waitForVersion'>;
  readonly capabilitiesOf: CapabilitiesOf;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'observeBatch'>;
  /** How long a request waits for settings as new as its sender knew. */
  readonly settingsWaitMs: number;
  /** Further wait before `route.none`: newer settings could bring a fitting account, a failed payment is final. */
  readonly refusalWaitMs: number;
  readonly onDeadLettered: (incoming: Incoming, cause: UnsendableMessage) => void;
}

/** A message to publish, and the request that caused it. */
interface Forward {
  readonly incoming: Incoming;
  readonly message: EncodedMessage;
}

/**
 * Decides a whole batch in memory and publishes it in one produce call. Nothing is stored: a redelivered request is decided
 * again, and its operation id makes the command take effect once.
 */
export class RouteRequests {
  constructor(private readonly parts: RouteRequestsParts) {}

  async onBatch(batch: readonly Incoming[]): Promise<void> {
    this.parts.metrics.observeBatch(batch.length);
    const forwards = (await Promise.all(batch.map((incoming) => this.forward(incoming)))).flat();
    try {
      await this.parts.producer.send(forwards.map(({ message }) => message));
    } catch (error) {
      if (!(error instanceof UnsendableMessage)) throw error;
      await this.sendOneByOne(forwards);
    }
  }

  /** Empty only for a begin check whose operation no longer fits any account. */
  private async forward(incoming: Incoming): Promise<readonly Forward[]> {
    const isCheck = incoming.message.type === routeBeginCheck.type;
    const request = incoming.data as BeginCheck;
    const { operationId } = request.operation;
    const route = await this.route(request, incoming.context.accountVersion ?? 0);
    const outgoing = isCheck ? beginCheckOf(request, route) : routeMessageOf(request, route);
    if (!outgoing) return [];
    const { correlationId, traceparent, accountVersion } = incoming.context;
    const message = encode({
      ...outgoing,
      context: {
        messageId: isCheck ? `${operationId}:begin:${request.round}` : `${operationId}:route`,
        correlationId,
        traceparent,
        occurredAt: this.parts.clock.now(),
        ...(accountVersion !== undefined && { accountVersion }),
      },
    });
    return [{ incoming, message }];
  }

  private async route(request: RouteRequest, accountVersion: number): Promise<Route> {
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

  /** Dead-letters only the messages that the broker never accepts. Messages of the failed call may be sent twice, without effect. */
  private async sendOneByOne(forwards: readonly Forward[]): Promise<void> {
    for (const { incoming, message } of forwards) {
      try {
        await this.parts.producer.send([message]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        await this.deadLetter(incoming, error);
      }
    }
  }

  private async deadLetter(incoming: Incoming, cause: UnsendableMessage): Promise<void> {
    this.parts.onDeadLettered(incoming, cause);
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause)]);
  }
}
