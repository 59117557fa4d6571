import type { DataOf, RefundSnapshot } from '@payorch/contracts';
import { refundSnapshot, refundsSnapshotsPublished, refuse, topics } from '@payorch/contracts';
import type {
  BodySeals,
  Broker,
  Handle,
  Incoming,
  Log,
  MessageContext,
  MessageProducer,
  Reply,
} from '@payorch/platform/kafka';
import { BatchTransport, encodeReply, handlerDecorator, logFieldsOf, MessageController } from '@payorch/platform/kafka';
import { cancelJobs } from '@payorch/platform/jobs';
import type { Sql } from '@payorch/platform/postgres';
import type { Payment } from '../domain/payment';
import { replyJobOf } from '../persistence/jobs';
import type { PaymentRepository } from '../persistence/payment/payment.repository';
import { saveRefunds } from '../persistence/refund-projection';
import type { ViewParts } from './payment/view-context';
import { viewFor } from './payment/view-for';

type Published = DataOf<typeof refundsSnapshotsPublished>;

/** A caller that waits for the snapshots of a payment's refunds. */
interface WaitingCaller {
  readonly data: Published;
  readonly context: MessageContext & Required<Pick<MessageContext, 'replyTo'>>;
}

/** The messages of one batch, by what is done with them. */
export class SnapshotBatch {
  readonly snapshots: RefundSnapshot[] = [];
  readonly callers: WaitingCaller[] = [];
  /** Whether the refunds service published snapshots on request. */
  isRequested = false;
}

/** What a handler receives besides the payload. */
export interface InSnapshotBatch {
  readonly batch: SnapshotBatch;
  readonly context: MessageContext;
}

const OnSnapshot = handlerDecorator<InSnapshotBatch, void>();

/** Sorts the messages of a batch; the follower then saves and replies to all of them at once. */
@MessageController()
export class RefundSnapshots {
  @OnSnapshot(refundSnapshot)
  snapshot(snapshot: RefundSnapshot, { batch }: InSnapshotBatch): void {
    batch.snapshots.push(snapshot);
  }

  @OnSnapshot(refundsSnapshotsPublished)
  published(data: Published, { batch, context }: InSnapshotBatch): void {
    batch.isRequested = true;
    const { replyTo } = context;
    if (replyTo) batch.callers.push({ data, context: { ...context, replyTo } });
  }
}

export interface RefundSnapshotParts extends ViewParts {
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly seals?: BodySeals | undefined;
  readonly repository: Pick<PaymentRepository, 'find'>;
  readonly transact: <T>(merchants: readonly string[], work: (sql: Sql) => Promise<T>) => Promise<T>;
}

export interface RefundsFollowerParts extends Omit<RefundSnapshotParts, 'log' | 'producer' | 'seals'> {
  readonly broker: Broker;
  /** The pause after a batch without pending replies. */
  readonly pauseMs: number;
}

/** Consumes refund snapshots, so that a payment shows its refunds without a request to the refunds service. */
export class RefundsFollower extends BatchTransport<InSnapshotBatch, void> {
  constructor({ broker, pauseMs, ...parts }: RefundsFollowerParts) {
    super({
      ...broker,
      groupId: 'payments.refunds',
      topics: [topics.refundsSnapshots.name],
      onBatch: async (messages, handle) => {
        const batch = await sorted(messages, handle);
        await saveSnapshots({ ...parts, ...broker }, batch);
        // Messages that arrive during the pause become one batch with one commit, and only the newest snapshot of a
        // refund is written.
        if (!batch.isRequested) await pause(pauseMs);
      },
    });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sorted(messages: readonly Incoming[], handle: Handle<InSnapshotBatch, void>): Promise<SnapshotBatch> {
  const batch = new SnapshotBatch();
  for (const incoming of messages) await handle(incoming, { batch, context: incoming.context });
  return batch;
}

/** Saves the snapshots of a batch, then answers the requests that waited for them. */
export async function saveSnapshots(parts: RefundSnapshotParts, { snapshots, callers }: SnapshotBatch): Promise<void> {
  const merchants = [
    ...new Set([...snapshots, ...callers.map(({ data }) => data)].map(({ merchantId }) => merchantId)),
  ];
  const payments = await parts.transact(merchants, async (sql) => {
    if (snapshots.length > 0) await saveRefunds(sql, snapshots);
    if (callers.length === 0) return [];
    await cancelJobs(
      sql,
      callers.map(({ data, context }) => replyJobOf(data, context.replyTo.correlationId)),
    );
    return Promise.all(callers.map(({ data }) => parts.repository.find(sql, data.merchantId, data.paymentId)));
  });
  const replies = callers.flatMap((caller, index) => replyTo(caller, payments[index], parts));
  if (replies.length > 0) await parts.producer.send(replies);
}

/** A payment that cannot be rendered costs only its own reply, which the gateway then requests again. */
function replyTo({ data, context }: WaitingCaller, payment: Payment | undefined, parts: RefundSnapshotParts) {
  try {
    const reply: Reply = payment
      ? { kind: 'response', body: viewFor(payment, { kind: 'payment', ...data.shown }, parts) }
      : refuse('payment_not_found');
    return [encodeReply(context.replyTo, { data, context }, reply, parts.seals)];
  } catch (error) {
    parts.log.error({ err: error, ...logFieldsOf({ data, context }) }, 'the payment cannot be rendered');
    return [];
  }
}
