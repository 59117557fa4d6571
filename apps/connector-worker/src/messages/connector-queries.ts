import {
  connectorApplePaySession,
  connectorRegisterApplePayDomains,
  connectorRegisterWebhook,
  connectorVerifyCredentials,
  topics,
  type DataOf,
} from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { BodySeals, Broker, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { KeyedTransport, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { CredentialsVerifier } from '../accounts/verify-credentials';
import type { MerchantValidation } from '../apple-pay/merchant-validation';
import { answerQuery } from './answer-query';
import { isRetryable } from '../lanes/retryable-faults';
import type { WebhookRegistrar } from '../webhooks/register-webhook';

export abstract class ConnectorQueriesOptions {
  abstract readonly validation: Pick<MerchantValidation, 'run' | 'register'>;
  abstract readonly verifier: Pick<CredentialsVerifier, 'run'>;
  abstract readonly registrar: Pick<WebhookRegistrar, 'run'>;
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
    return answerQuery(delivery, this.options, (leftMs) => this.options.validation.run(query, leftMs));
  }

  @OnMessage(connectorRegisterApplePayDomains)
  registerDomains(query: DataOf<typeof connectorRegisterApplePayDomains>, delivery: KeyedDelivery): Promise<void> {
    return answerQuery(delivery, this.options, (leftMs) => this.options.validation.register(query, leftMs));
  }

  @OnMessage(connectorVerifyCredentials)
  verifyCredentials(query: DataOf<typeof connectorVerifyCredentials>, delivery: KeyedDelivery): Promise<void> {
    return answerQuery(delivery, this.options, (leftMs) => this.options.verifier.run(query, leftMs));
  }

  @OnMessage(connectorRegisterWebhook)
  registerWebhook(query: DataOf<typeof connectorRegisterWebhook>, delivery: KeyedDelivery): Promise<void> {
    const { accountVersion } = delivery.incoming.context;
    return answerQuery(delivery, this.options, (leftMs) => this.options.registrar.run(query, leftMs, accountVersion));
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
