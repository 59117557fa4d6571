import type { MessageDefinition, RefundSnapshot } from '@payorch/contracts';
import { refundSnapshot, topics } from '@payorch/contracts';
import type { GroupTimes, Log, MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, BatchTransport, messageRegistry } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { Kafka } from 'kafkajs';
import { keepRefunds } from '../persistence/refund-projection';

export interface RefundsFollowerParts {
  readonly kafka: Kafka;
  readonly log: Log;
  readonly producer: MessageProducer;
  readonly times: GroupTimes;
  readonly transact: (merchants: readonly string[], work: (sql: Sql) => Promise<void>) => Promise<void>;
}

const followed = [refundSnapshot as MessageDefinition];

/** Listens to what becomes of refunds, so that an answer about a payment can show them without asking their owner. */
export function followRefunds({ kafka, log, producer, times, transact }: RefundsFollowerParts): BatchTransport {
  const topic = topics.refundsSnapshots.name;
  assertHandledOnce([topic], followed);
  return new BatchTransport({
    kafka,
    log,
    producer,
    times,
    groupId: 'payments.refunds',
    topics: [topic],
    registry: messageRegistry(followed),
    onBatch: (batch) => {
      const told = batch.map(({ data }) => data as RefundSnapshot);
      return transact([...new Set(told.map(({ merchantId }) => merchantId))], (sql) => keepRefunds(sql, told));
    },
  });
}
