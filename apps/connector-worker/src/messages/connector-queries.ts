import {
  connectorApplePaySession,
  connectorRegisterApplePayDomains,
  connectorVerifyCredentials,
  topics,
  type DataOf,
} from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { BodySeals, Broker, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { encodeReply, KeyedTransport, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { CredentialsVerifier } from '../accounts/verify-credentials';
import type { MerchantValidation } from '../apple-pay/merchant-validation';
import { isRetryable } from './connector-transport';

export abstract class ConnectorQueriesOptions {
  abstract readonly validation: Pick<MerchantValidation, 'run' | 'register'>;
  abstract readonly verifier: Pick<CredentialsVerifier, 'run'>;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly seals: BodySeals;
  abstract readonly clock: Clock;
}

/** Answers the gateway's queries about the secrets of accounts. */
@MessageController()
export class ConnectorQueries {
  constructor(private readonly options: ConnectorQueriesOptions) {}

  @OnMessage(connectorApplePaySession)
  applePaySession(query: DataOf<typeof connectorApplePaySession>, delivery: KeyedDelivery): Promise<void> {
    return this.answer(delivery, (leftMs) => this.options.validation.run(query, leftMs));
  }

  @OnMessage(connectorRegisterApplePayDomains)
  registerDomains(query: DataOf<typeof connectorRegisterApplePayDomains>, delivery: KeyedDelivery): Promise<void> {
    return this.answer(delivery, (leftMs) => this.options.validation.register(query, leftMs));
  }

  @OnMessage(connectorVerifyCredentials)
  verifyCredentials(query: DataOf<typeof connectorVerifyCredentials>, delivery: KeyedDelivery): Promise<void> {
    return this.answer(delivery, (leftMs) => this.options.verifier.run(query, leftMs));
  }

  /** Calls neither Apple nor a processor without a reply address or past the deadline: no gateway would use the answer. */
  private async answer({ incoming }: KeyedDelivery, run: (leftMs: number) => Promise<object>): Promise<void> {
    const { producer, seals, clock } = this.options;
    const { replyTo, deadline } = incoming.context;
    const leftMs = deadline === undefined ? 0 : deadline.getTime() - clock.now().getTime();
    if (!replyTo || leftMs <= 0) return;
    const answer = await run(leftMs);
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
