import { failPoint } from '@payorch/platform/config';
import type { EncodedMessage, Handle, Incoming, MessageContext, MessageProducer } from '@payorch/platform/kafka';
import { deadLetterOfMessage, UnsendableMessage } from '@payorch/platform/kafka';
import type { Logger, Metrics, OperationLine } from '@payorch/platform/telemetry';
import type { Routed } from './route-requests';

export interface RoutePublisherParts {
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly metrics: Pick<Metrics, 'observeBatch'>;
  readonly logger: Pick<Logger, 'operation'>;
  readonly onDeadLettered: (incoming: Incoming, cause: UnsendableMessage) => void;
}

/** A message to publish, and the request that caused it. */
interface Forward {
  readonly incoming: Incoming;
  readonly message: EncodedMessage;
  readonly line?: OperationLine;
}

/** Has a whole batch decided at once, and publishes the results in one produce call. */
export class RoutePublisher {
  constructor(private readonly parts: RoutePublisherParts) {}

  readonly onBatch = async (batch: readonly Incoming[], handle: Handle<MessageContext, Routed>): Promise<void> => {
    this.parts.metrics.observeBatch(batch.length);
    const routed = await Promise.all(batch.map((incoming) => handle(incoming, incoming.context)));
    const forwards = batch.flatMap((incoming, at): Forward[] => {
      const one = routed[at];
      return one ? [{ incoming, ...one }] : [];
    });
    failPoint('decided-before-publish');
    await this.publish(forwards);
    for (const { line } of forwards) if (line) this.parts.logger.operation(line);
    failPoint('after-publish-before-offset');
  };

  private async publish(forwards: readonly Forward[]): Promise<void> {
    try {
      await this.parts.producer.send(forwards.map(({ message }) => message));
    } catch (error) {
      if (!(error instanceof UnsendableMessage)) throw error;
      await this.sendOneByOne(forwards);
    }
  }

  /** Dead-letters only the messages that the broker never accepts. Messages of the failed call may be sent twice, without effect. */
  private async sendOneByOne(forwards: readonly Forward[]): Promise<void> {
    for (const { incoming, message } of forwards) {
      try {
        await this.parts.producer.send([message]);
      } catch (error) {
        if (!(error instanceof UnsendableMessage)) throw error;
        this.parts.onDeadLettered(incoming, error);
        await this.parts.producer.send([deadLetterOfMessage(incoming, error)]);
      }
    }
  }
}
