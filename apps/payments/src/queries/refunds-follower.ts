import type { DataOf, MessageDefinition, RefundSnapshot } from '@payorch/contracts';
import { refundSnapshot, refundsSnapshotsPublished, refuse, topics } from '@payorch/contracts';
import type { GroupTimes, Incoming, Log, MessageProducer, Reply } from '@payorch/platform/kafka';
import { assertHandledOnce, BatchTransport, encodeReply, logFactsOf, messageRegistry } from '@payorch/platform/kafka';
import { cancelJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import type { Kafka } from 'kafkajs';
import type { Payment } from '../domain/payment';
import { answerJobOf } from '../messages/jobs';
import type { PaymentRepository } from '../persistence/payment.repository';
import { keepRefunds } from '../persistence/refund-projection';
import type { ViewParts } from './view-context';
import { viewFor } from './view-for';

export interface TakingParts extends ViewParts {
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly repository: Pick<PaymentRepository, 'find'>;
  readonly transact: <T>(merchants: readonly string[], work: (sql: Sql) => Promise<T>) => Promise<T>;
}

export interface RefundsFollowerParts extends TakingParts {
  readonly kafka: Kafka;
  readonly producer: MessageProducer;
  readonly times: GroupTimes;
  /** How long it rests after a batch that nobody waits for. */
  readonly restMs: number;
}

const followed = [refundSnapshot, refundsSnapshotsPublished] as readonly MessageDefinition[];

/** Listens to what becomes of refunds, so that an answer about a payment can show them without asking their owner. */
export function followRefunds({ kafka, times, restMs, ...parts }: RefundsFollowerParts): BatchTransport {
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
    onBatch: resting(restMs, takeRefunds(parts)),
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What comes meanwhile is one batch with one commit, and of a refund that was told of twice the newer word alone is written. */
const resting =
  (ms: number, take: (batch: readonly Incoming[]) => Promise<void>) =>
  async (batch: readonly Incoming[]): Promise<void> => {
    await take(batch);
    if (!batch.some(isOf(refundsSnapshotsPublished))) await pause(ms);
  };

type Told = Incoming<DataOf<typeof refundsSnapshotsPublished>>;
type Asked = Told & { readonly context: { readonly replyTo: NonNullable<Incoming['context']['replyTo']> } };

const isOf =
  <Data>({ type }: MessageDefinition<Data>) =>
  (incoming: Incoming): incoming is Incoming<Data> =>
    incoming.message.type === type;
const isAsked = (told: Told): told is Asked => told.context.replyTo !== undefined;

/** Keeps what a batch tells, then answers the requests that waited for their owner to have told it. */
export const takeRefunds =
  (parts: TakingParts) =>
  async (batch: readonly Incoming[]): Promise<void> => {
    const told: RefundSnapshot[] = batch.filter(isOf(refundSnapshot)).map(({ data }) => data);
    const asked = batch.filter(isOf(refundsSnapshotsPublished)).filter(isAsked);
    const merchants = [...new Set([...told, ...asked.map(({ data }) => data)].map(({ merchantId }) => merchantId))];
    const payments = await parts.transact(merchants, async (sql) => {
      if (told.length > 0) await keepRefunds(sql, told);
      if (asked.length === 0) return [];
      await cancelJobs(
        sql,
        asked.map(({ data, context }) => answerJobOf(data, context.replyTo.correlationId)),
      );
      return Promise.all(asked.map(({ data }) => parts.repository.find(sql, data.merchantId, data.paymentId)));
    });
    const replies = asked.flatMap((one, index) => replyTo(one, payments[index], parts));
    if (replies.length > 0) await parts.producer.send(replies);
  };

/** A payment that cannot be shown costs its own answer alone, which the gateway then asks for once more. */
function replyTo({ data, context }: Asked, payment: Payment | undefined, parts: TakingParts) {
  try {
    const reply: Reply = payment
      ? { kind: 'answer', body: viewFor(payment, { kind: 'payment', ...data.shown }, parts) }
      : refuse('payment_not_found');
    return [encodeReply(context.replyTo, context, reply)];
  } catch (error) {
    parts.log.error({ err: error, ...logFactsOf({ data, context }) }, 'a payment cannot be shown');
    return [];
  }
}
