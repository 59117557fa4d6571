import { connectorDeleteToken, connectorProvisionToken, type DataOf, topics } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { BodySeals, Broker, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { KeyedTransport, MessageController, OnMessage } from '@payorch/platform/kafka';
import type { TokenProvisioner } from '../network-tokens/provision-token';
import type { TokenService } from '../network-tokens/token-service';
import { answerQuery } from './answer-query';
import { isRetryable } from '../lanes/retryable-faults';

export abstract class TokenMessagesOptions {
  abstract readonly provisioner: Pick<TokenProvisioner, 'run'>;
  abstract readonly service: Pick<TokenService, 'delete'>;
  /** The longest wait for the service. */
  abstract readonly timeoutMs: number;
  abstract readonly producer: Pick<MessageProducer, 'send'>;
  abstract readonly seals: BodySeals;
  abstract readonly clock: Clock;
}

/** The token service has not confirmed a deletion: it is repeated. */
export class DeletionUnconfirmed extends Error {
  override readonly name = 'DeletionUnconfirmed';
}

/** What other services want of the token service. */
@MessageController()
export class TokenMessages {
  constructor(private readonly options: TokenMessagesOptions) {}

  @OnMessage(connectorProvisionToken)
  provision(query: DataOf<typeof connectorProvisionToken>, delivery: KeyedDelivery): Promise<void> {
    return answerQuery(delivery, this.options, (leftMs) => this.options.provisioner.run(query, leftMs));
  }

  /** @throws DeletionUnconfirmed */
  @OnMessage(connectorDeleteToken)
  async delete(name: DataOf<typeof connectorDeleteToken>): Promise<void> {
    const { service, timeoutMs } = this.options;
    if (!(await service.delete(name, timeoutMs)))
      throw new DeletionUnconfirmed(`the token service has not confirmed the deletion of ${name.reference}`);
  }
}

/** Cards that are tokenized at once: a slow service takes no more than this of a worker. The others wait until their deadlines. */
const provisionsAtOnce = 32;
const deletionsAtOnce = 8;

/** One consumer group for all workers, whatever their connectors: each has the keys. */
export class TokenQueriesTransport extends KeyedTransport {
  constructor(broker: Broker) {
    super({
      ...broker,
      groupId: 'connector-worker.token_queries',
      topics: [topics.connectorTokenQueries.name],
      cap: provisionsAtOnce,
      isTransient: isRetryable,
    });
  }
}

/** Apart from the queries: while the service is away, deletions wait here, and nothing waits behind them. */
export class TokenDeletionsTransport extends KeyedTransport {
  constructor(broker: Broker) {
    super({
      ...broker,
      groupId: 'connector-worker.token_deletions',
      topics: [topics.connectorTokenDeletions.name],
      cap: deletionsAtOnce,
      isTransient: (error) => isRetryable(error) || error instanceof DeletionUnconfirmed,
    });
  }
}
