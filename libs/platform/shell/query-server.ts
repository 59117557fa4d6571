import type { MessageDefinition } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageContext, MessageProducer, Reply } from '@payorch/platform/kafka';
import { assertHandledOnce, encodeReply, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import type { Kafka } from 'kafkajs';

/** A query with the function that answers it. */
export interface QueryHandler<Parts> {
  readonly message: MessageDefinition;
  readonly answer: (parts: Parts, data: unknown, context: MessageContext) => Promise<Reply>;
}

/** Binds a query to the function that answers it; the compiler checks that they match. */
export const answering = <Parts, Data>(
  message: MessageDefinition<Data>,
  answer: (parts: Parts, data: Data, context: MessageContext) => Promise<Reply>,
): QueryHandler<Parts> => ({ message, answer }) as unknown as QueryHandler<Parts>;

export interface QueryServerOptions<Parts> {
  readonly kafka: Kafka;
  readonly log: Log;
  readonly producer: MessageProducer;
  readonly times: GroupTimes;
  /** Also the name of the consumer group. */
  readonly topic: string;
  readonly handlers: readonly QueryHandler<Parts>[];
  /** Dependencies of every handler. */
  readonly parts: Parts;
}

/**
 * Queries are answered concurrently, outside the command batches. A query past its deadline is not answered: the caller
 * no longer waits.
 */
export function queryServer<Parts>(options: QueryServerOptions<Parts>): KeyedTransport {
  const { kafka, log, producer, times, topic, handlers, parts } = options;
  const messages = handlers.map(({ message }) => message);
  assertHandledOnce([topic], messages);
  const byType = new Map(handlers.map(({ message, answer }) => [message.type, answer]));
  const reply = async ({ context }: Incoming, answer: Reply): Promise<void> => {
    if (context.replyTo) await producer.send([encodeReply(context.replyTo, context, answer)]);
  };
  return new KeyedTransport({
    kafka,
    log,
    producer,
    times,
    groupId: topic,
    topics: [topic],
    registry: messageRegistry(messages),
    handler: async (incoming) => {
      const answer = byType.get(incoming.message.type);
      await reply(incoming, (await answer?.(parts, incoming.data, incoming.context)) ?? refuse('internal'));
    },
    onExpired: (incoming) => reply(incoming, refuse('not_begun_in_time')),
    attempts: 2,
  });
}
