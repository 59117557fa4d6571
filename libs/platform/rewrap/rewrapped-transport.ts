import type { MessageDefinition } from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, KeyedTransport, messageRegistry } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import type { Kafka } from 'kafkajs';

export interface RewrappedTransportOptions {
  readonly kafka: Kafka;
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly times: GroupTimes;
  readonly groupId: string;
  readonly message: MessageDefinition;
  readonly handle: (incoming: Incoming) => Promise<void>;
}

/** Consumes new seals for their owner, one message at a time: payments take precedence. */
export function rewrappedTransport({ message, handle, ...options }: RewrappedTransportOptions): KeyedTransport {
  const topics = [message.topic];
  assertHandledOnce(topics, [message]);
  return new KeyedTransport({
    ...options,
    ...{ topics, registry: messageRegistry([message]), handler: handle, onExpired: handle, cap: 1, isTransient },
  });
}
