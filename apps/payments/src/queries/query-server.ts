import {
  paymentChallenge,
  paymentFilterValues,
  paymentGet,
  paymentList,
  paymentStatusCounts,
  refuse,
  topics,
} from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageProducer, Reply } from '@payorch/platform/kafka';
import { assertHandledOnce, encodeReply, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import type { Kafka } from 'kafkajs';
import { countStatuses, listFilterValues, listPayments } from './list-payments';
import type { QueryParts } from './payments.queries';
import { getChallenge, getPayment } from './payments.queries';

type Answer = (parts: QueryParts, data: never) => Promise<Reply>;

const handlers = [
  { message: paymentGet, answer: getPayment as Answer },
  { message: paymentChallenge, answer: getChallenge as Answer },
  { message: paymentList, answer: listPayments as Answer },
  { message: paymentStatusCounts, answer: countStatuses as Answer },
  { message: paymentFilterValues, answer: listFilterValues as Answer },
];

/** Reads are answered side by side, never in the command batches. Nobody asks twice for a read that nobody awaits. */
export function queryTransport(
  parts: QueryParts,
  { kafka, log, producer, times }: { kafka: Kafka; log: Log; producer: MessageProducer; times: GroupTimes },
): KeyedTransport {
  const topic = topics.paymentsQueries.name;
  const messages = handlers.map(({ message }) => message);
  assertHandledOnce([topic], messages);
  const reply = async ({ context }: Incoming, answer: Reply): Promise<void> => {
    if (context.replyTo) await producer.send([encodeReply(context.replyTo, context, answer)]);
  };
  return new KeyedTransport({
    kafka,
    log,
    producer,
    times,
    groupId: 'payments.queries',
    topics: [topic],
    registry: messageRegistry(messages),
    handler: async (incoming) => {
      const found = handlers.find(({ message }) => message.type === incoming.message.type);
      await reply(incoming, (await found?.answer(parts, incoming.data as never)) ?? refuse('internal'));
    },
    onExpired: (incoming) => reply(incoming, refuse('not_begun_in_time')),
    attempts: 2,
  });
}
