import type { Clock } from '@payorch/kernel';
import type { AccountSettings, EncodedMessage, Incoming, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage, encode, UnsendableMessage } from '@payorch/platform/kafka';
import type { Metrics } from '@payorch/platform/telemetry';
import type { OffersOf } from '../domain/capabilities';
import type { Route } from '../domain/decide/choose-route';
import { chooseRoute } from '../domain/decide/choose-route';
import type { RouteRequest } from '../domain/routed-payment';
import { routedPaymentOf } from '../domain/routed-payment';
import { messageOf } from './to-messages';

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

/**
 * Decides a whole batch in memory and forwards it in one produce call. There is nothing to commit: a request that comes
 * again is decided again, and its operation id lets it take effect once.
 */
export class RouteRequests {
  constructor(private readonly parts: RouteRequestsParts) {}

  async onBatch(batch: readonly Incoming[]): Promise<void> {
    this.parts.metrics.observeBatch(batch.length);
    const forwards = await Promise.all(batch.map(async (incoming) => this.forward(incoming)));
    try {
      await this.parts.producer.send(forwards);
    } catch (error) {
      if (!(error instanceof UnsendableMessage)) throw error;
      await this.sendApart(batch, forwards);
    }
  }

  private async forward(incoming: Incoming): Promise<EncodedMessage> {
    const request = incoming.data as RouteRequest;
    const route = await this.route(request, incoming.context.accountVersion ?? 0);
    const { correlationId, traceparent, accountVersion } = incoming.context;
    return encode({
      ...messageOf(request, route),
      context: {
        messageId: `${request.operation.operationId}:route`,
        correlationId,
        traceparent,
        occurredAt: this.parts.clock.now(),
        ...(accountVersion !== undefined && { accountVersion }),
      },
    });
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
  private async sendApart(batch: readonly Incoming[], forwards: readonly EncodedMessage[]): Promise<void> {
    for (const [index, forward] of forwards.entries()) {
      try {
        await this.parts.producer.send([forward]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        await this.park(batch[index]!, error);
      }
    }
  }

  private async park(incoming: Incoming, cause: UnsendableMessage): Promise<void> {
    this.parts.onParked(incoming, cause);
    await this.parts.producer.send([deadLetterOfMessage(incoming, cause)]);
  }
}
