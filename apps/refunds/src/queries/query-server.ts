import { refuse, topics } from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageProducer, Reply } from '@payorch/platform/kafka';
import { assertHandledOnce, encodeReply, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import type { Kafka } from 'kafkajs';
import type { QueryParts } from './refund.queries';
import { queries } from './refund.queries';

/** Reads are answered side by side, never in the command batches. Nobody asks twice for a read that nobody awaits. */
export function queryTransport(
  parts: QueryParts,
  { kafka, log, producer, times }: { kafka: Kafka; log: Log; producer: MessageProducer; times: GroupTimes },
): KeyedTransport {
  const topic = topics.refundsQueries.name;
  const messages = queries.map(({ message }) => message);
  assertHandledOnce([topic], messages);
  const reply = async ({ context }: Incoming, answer: Reply): Promise<void> => {
    if (context.replyTo) await producer.send([encodeReply(context.replyTo, context, answer)]);
  };
  return new KeyedTransport({
    kafka,
    log,
    producer,
    times,
    groupId: 'refunds.queries',
    topics: [topic],
    registry: messageRegistry(messages),
    handler: async (incoming) => {
      const found = queries.find(({ message }) => message.type === incoming.message.type);
      await reply(incoming, (await found?.answer(parts, incoming.data as never)) ?? refuse('internal'));
    },
    onExpired: (incoming) => reply(incoming, refuse('not_begun_in_time')),
    attempts: 2,
  });
}
