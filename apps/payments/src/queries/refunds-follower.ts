import type { DataOf, MessageDefinition, RefundSnapshot } from '@payorch/contracts';
import { refundSnapshot, refundsSnapshotsPublished, refuse, topics } from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageProducer, Reply } from '@payorch/platform/kafka';
import { assertHandledOnce, BatchTransport, encodeReply, logFieldsOf, messageRegistry } from '@payorch/platform/kafka';
import { cancelJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import type { Kafka } from 'kafkajs';
import type { Payment } from '../domain/payment';
import { replyJobOf } from '../messages/jobs';
import type { PaymentRepository } from '../persistence/payment.repository';
import { saveRefunds } from '../persistence/refund-projection';
import type { ViewParts } from './view-context';
import { viewFor } from './view-for';

export interface RefundSnapshotParts extends ViewParts {
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly repository: Pick<PaymentRepository, 'find'>;
  readonly transact: <T>(merchants: readonly string[], work: (sql: Sql) => Promise<T>) => Promise<T>;
}

export interface RefundsFollowerParts extends RefundSnapshotParts {
  readonly kafka: Kafka;
  readonly producer: MessageProducer;
  readonly times: GroupTimes;
  /** The pause after a batch without pending replies. */
  readonly pauseMs: number;
}

const followed = [refundSnapshot, refundsSnapshotsPublished] as readonly MessageDefinition[];

/** Consumes refund snapshots, so that a payment shows its refunds without a request to the refunds service. */
export function followRefunds({ kafka, times, pauseMs, ...parts }: RefundsFollowerParts): BatchTransport {
  const topic = topics.refundsSnapshots.name;
  assertHandledOnce([topic], followed);
  return new BatchTransport({
    kafka,
    log: parts.log,
    producer: parts.producer,
    times,
    groupId: 'payments.refunds',
    topics: [topic],
    registry: messageRegistry(followed),
    onBatch: withPause(pauseMs, handleRefundSnapshots(parts)),
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Messages that arrive during the pause become one batch with one commit, and only the newest snapshot of a refund is written. */
const withPause =
  (ms: number, take: (batch: readonly Incoming[]) => Promise<void>) =>
  async (batch: readonly Incoming[]): Promise<void> => {
    await take(batch);
    if (!batch.some(isOf(refundsSnapshotsPublished))) await pause(ms);
  };

type Published = Incoming<DataOf<typeof refundsSnapshotsPublished>>;
type PublishedWithReply = Published & {
  readonly context: { readonly replyTo: NonNullable<Incoming['context']['replyTo']> };
};

const isOf =
  <Data>({ type }: MessageDefinition<Data>) =>
  (incoming: Incoming): incoming is Incoming<Data> =>
    incoming.message.type === type;
const hasReplyAddress = (published: Published): published is PublishedWithReply =>
  published.context.replyTo !== undefined;

/** Saves the snapshots of a batch, then answers the requests that waited for them. */
export const handleRefundSnapshots =
  (parts: RefundSnapshotParts) =>
  async (batch: readonly Incoming[]): Promise<void> => {
    const snapshots: RefundSnapshot[] = batch.filter(isOf(refundSnapshot)).map(({ data }) => data);
    const requests = batch.filter(isOf(refundsSnapshotsPublished)).filter(hasReplyAddress);
    const merchants = [
      ...new Set([...snapshots, ...requests.map(({ data }) => data)].map(({ merchantId }) => merchantId)),
    ];
    const payments = await parts.transact(merchants, async (sql) => {
      if (snapshots.length > 0) await saveRefunds(sql, snapshots);
      if (requests.length === 0) return [];
      await cancelJobs(
        sql,
        requests.map(({ data, context }) => replyJobOf(data, context.replyTo.correlationId)),
      );
      return Promise.all(requests.map(({ data }) => parts.repository.find(sql, data.merchantId, data.paymentId)));
    });
    const replies = requests.flatMap((one, index) => replyTo(one, payments[index], parts));
    if (replies.length > 0) await parts.producer.send(replies);
  };

/** A payment that cannot be rendered costs only its own reply, which the gateway then requests again. */
function replyTo({ data, context }: PublishedWithReply, payment: Payment | undefined, parts: RefundSnapshotParts) {
  try {
    const reply: Reply = payment
      ? { kind: 'answer', body: viewFor(payment, { kind: 'payment', ...data.shown }, parts) }
      : refuse('payment_not_found');
    return [encodeReply(context.replyTo, context, reply)];
  } catch (error) {
    parts.log.error({ err: error, ...logFieldsOf({ data, context }) }, 'the payment cannot be rendered');
    return [];
  }
}
