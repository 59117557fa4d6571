import { refuse } from '@payorch/contracts';
import type { Broker, KeyedDelivery, Reply, Turn } from '@payorch/platform/kafka';
import { encodeReply, handlerDecorator, KeyedTransport } from '@payorch/platform/kafka';

/** A method that answers a query: it receives the query and its delivery, and returns the reply. */
export const Query = handlerDecorator<KeyedDelivery, Promise<Reply>>();

/**
 * Queries are answered concurrently, outside the command batches. A query past its deadline is not answered: the caller
 * no longer waits.
 */
export class QueryServer extends KeyedTransport<Turn, Reply> {
  /** `topic`: also the name of the consumer group. */
  constructor(
    private readonly broker: Broker,
    topic: string,
  ) {
    super({ ...broker, groupId: topic, topics: [topic], attempts: 2 });
  }

  override async deliver(delivery: KeyedDelivery): Promise<void> {
    const { incoming, isExpired } = delivery;
    const { context } = incoming;
    const reply = isExpired ? refuse('not_begun_in_time') : await this.handle(incoming, delivery);
    if (context.replyTo)
      await this.broker.producer.send([encodeReply(context.replyTo, incoming, reply, this.broker.seals)]);
  }
}
