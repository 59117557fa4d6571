import { connectorApplePaySession, topics, type DataOf } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { BodySeals, Broker, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { encodeReply, KeyedTransport, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { MerchantValidation } from '../apple-pay/merchant-validation';
import { isRetryable } from './connector-transport';

export abstract class ConnectorQueriesOptions {
  abstract readonly validation: Pick<MerchantValidation, 'run'>;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly seals: BodySeals;
  abstract readonly clock: Clock;
}

/** Answers the gateway's queries about the secrets of accounts. */
@MessageController()
export class ConnectorQueries {
  constructor(private readonly options: ConnectorQueriesOptions) {}

  /** Apple is not called without a reply address or past the deadline: no gateway would use the session. */
  @OnMessage(connectorApplePaySession)
  async applePaySession(query: DataOf<typeof connectorApplePaySession>, { incoming }: KeyedDelivery): Promise<void> {
    const { validation, producer, seals, clock } = this.options;
    const { replyTo, deadline } = incoming.context;
    const leftMs = deadline === undefined ? 0 : deadline.getTime() - clock.now().getTime();
    if (!replyTo || leftMs <= 0) return;
    const answer = await validation.run(query, leftMs);
    const body = Buffer.from(JSON.stringify(answer));
    await producer.send([encodeReply(replyTo, incoming, { kind: 'response', body }, seals)]);
  }
}

/** Queries in progress at once: a slow Apple takes no more than this of a worker. The others wait until their deadlines. */
const maxInFlight = 64;

/**
 * One consumer group for all workers, whatever their connectors. It shares no place with the operations of connector
 * accounts, so that a checkout never delays a payment.
 */
export class ConnectorQueriesTransport extends KeyedTransport {
  constructor(broker: Broker) {
    super({
      ...broker,
      groupId: 'connector-worker.queries',
      topics: [topics.connectorQueries.name],
      cap: maxInFlight,
      isTransient: isRetryable,
    });
  }
}
