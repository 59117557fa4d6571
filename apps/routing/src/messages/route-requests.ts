import { routeBeginCheck } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage, encode, UnsendableMessage } from '@payorch/platform/kafka';
import type { Metrics } from '@payorch/platform/telemetry';
import type { OffersOf } from '../domain/capabilities';
import type { Route } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { BeginCheck, RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { checkOf, messageOf } from './to-messages';

export interface RouteRequestsParts {
  readonly settings: Pick<AccountSettings, 'accountsOfProfile' | 'versionOf' | 'waitForVersion'>;
  readonly offersOf: OffersOf;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'observeBatch'>;
  /** How long a request waits for settings as new as its sender knew. */
  readonly settingsWaitMs: number;
  /** How much longer before it is told that nothing fits: newer settings could cure that, a failed payment is final. */
  readonly refusalWaitMs: number;
  readonly onParked: (incoming: Incoming, cause: UnsendableMessage) => void;
}

/** What leaves, and what it answers. */
interface Forward {
  readonly incoming: Incoming;
  readonly message: EncodedMessage;
}

/**
 * Decides a whole batch in memory and forwards it in one produce call. There is nothing to commit: a request that comes
 * again is decided again, and its operation id lets it take effect once.
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
      await this.sendApart(forwards);
    }
  }

  /** Nothing only where it was asked after an operation that fits no account any more. */
  private async forward(incoming: Incoming): Promise<readonly Forward[]> {
    const isCheck = incoming.message.type === routeBeginCheck.type;
    const request = incoming.data as BeginCheck;
    const { operationId } = request.operation;
    const route = await this.route(request, incoming.context.accountVersion ?? 0);
    const outgoing = isCheck ? checkOf(request, route) : messageOf(request, route);
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
    return chooseRoute(routedPaymentOf(request), accounts, this.parts.offersOf);
  }

  /** One message that the broker will never take costs itself only; what was sent before is sent twice, and does no harm. */
  private async sendApart(forwards: readonly Forward[]): Promise<void> {
    for (const { incoming, message } of forwards) {
      try {
        await this.parts.producer.send([message]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        await this.park(incoming, error);
      }
    }
  }

  private async park(incoming: Incoming, cause: UnsendableMessage): Promise<void> {
    this.parts.onParked(incoming, cause);
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause)]);
  }
}
