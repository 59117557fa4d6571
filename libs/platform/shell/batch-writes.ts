import type { Outgoing } from '@payorch/contracts';
import type { BodySeals, ConnectorLanes, EncodedMessage, Incoming } from '@payorch/platform/kafka';
import { encode, encodeForTopics } from '@payorch/platform/kafka';
import { jobColumns, jobIdOf, jobsTopic, scheduleJobs } from '@payorch/platform/jobs';
import type { NewJob } from '@payorch/platform/jobs';
import type { HandledMessage, OutboxMessage } from '@payorch/platform/outbox';
import { inboxColumns, inboxInsert, outboxColumns, outboxInsert, publishedDelete } from '@payorch/platform/outbox';
import type { Statement } from '@payorch/platform/postgres';
import { PartedStatement } from '@payorch/platform/postgres';
import type { Step } from './step';

/** All writes of a batch besides its aggregates. */
export interface BatchWrites {
  readonly handled: readonly HandledMessage[];
  readonly outbox: readonly OutboxMessage[];
  readonly jobs: readonly NewJob[];
  /** Finished jobs, and cancelled jobs. */
  readonly finishedJobs: readonly string[];
}

/** What the encoding of messages needs: seals for sealed topics, the address of the schemas for public ones. */
export interface EncodeParts {
  readonly seals?: BodySeals | undefined;
  readonly publicUrl?: string | undefined;
  /** Of a service that sends commands to workers. */
  readonly lanes?: Pick<ConnectorLanes, 'of'> | undefined;
}

/** Collects the writes of all steps of a batch, in the order of its messages. */
export function batchWritesOf<State>(
  steps: readonly { incoming: Incoming; step: Step<State> }[],
  parts: EncodeParts = {},
): BatchWrites {
  const handled: HandledMessage[] = [];
  const outbox: OutboxMessage[] = [];
  const jobs = new Map<string, NewJob>();
  const finished = new Set<string>();
  for (const { incoming, step } of steps) {
    const { partition, topic } = incoming.origin;
    if (topic === jobsTopic) finished.add(incoming.origin.offset);
    else handled.push({ messageId: incoming.context.messageId, refusal: step.refusal ?? null });
    const messages = step.messages ?? [];
    messages.forEach((outgoing, index) => {
      const envelope = { ...outgoing, context: contextOf(incoming, index), lane: parts.lanes?.of(outgoing) };
      for (const message of encodeForTopics(envelope, parts.seals, parts.publicUrl))
        outbox.push({ partition, message });
    });
    step.forwards?.forEach((outgoing, index) => {
      outbox.push({ partition, message: forwarded(outgoing, incoming, parts, messages.length + index) });
    });
    step.cancelledJobs?.forEach((id) => {
      finished.add(id);
      jobs.delete(id);
    });
    step.jobs?.forEach((scheduled) => {
      const id = jobIdOf(scheduled.job.type, scheduled.job.nameOf(scheduled.data));
      jobs.set(id, { ...scheduled, partition });
      finished.delete(id);
    });
  }
  return { handled, outbox, jobs: [...jobs.values()], finishedJobs: [...finished] };
}

/** Ids derive from the causing message: a message that is published twice has the same id. */
const contextOf = ({ context }: Incoming, index: number): Incoming['context'] => ({
  messageId: `${context.messageId}.${index}`,
  correlationId: context.correlationId,
  traceparent: context.traceparent,
  occurredAt: new Date(),
  ...(context.accountVersion === undefined ? {} : { accountVersion: context.accountVersion }),
});

/** A forwarded message; forwarded again it has the same id: it takes effect once, and is answered every time. */
export const forwarded = (
  outgoing: Outgoing,
  incoming: Incoming,
  { seals, lanes }: EncodeParts,
  index = 0,
): EncodedMessage => {
  const context = { ...contextOf(incoming, index), ...replyContextOf(incoming, index) };
  return encode({ ...outgoing, context, lane: lanes?.of(outgoing) }, seals);
};

type ReplyContext = Pick<Incoming['context'], 'replyTo' | 'deadline' | 'checkOf' | 'onlyProfile'>;

/** A check of a forwarded command is forwarded as a check of the forwarded message. */
const replyContextOf = (
  { context: { replyTo, deadline, checkOf, onlyProfile } }: Incoming,
  index: number,
): ReplyContext => ({
  ...(replyTo && { replyTo }),
  ...(deadline && { deadline }),
  ...(onlyProfile !== undefined && { onlyProfile }),
  ...(checkOf !== undefined && { checkOf: `${checkOf}.${index}` }),
});

const parts = {
  handled: inboxInsert,
  scheduled: scheduleJobs,
  finished: `DELETE FROM jobs WHERE id = ANY($::text[])`,
  published: publishedDelete,
};
type PartName = keyof typeof parts;

const statement = new PartedStatement<PartName>(parts, () => `${outboxInsert} RETURNING id`);

/**
 * One statement for inbox, jobs, outbox and deleting published rows: no payment needs a further statement for these. Its
 * rows are the ids of the outbox. Undefined if there is nothing to write.
 */
export function batchWritesStatement(
  { handled, outbox, jobs, finishedJobs }: BatchWrites,
  published: readonly string[],
): Statement | undefined {
  const columns: Readonly<Record<PartName, readonly (readonly unknown[])[]>> = {
    handled: inboxColumns(handled),
    scheduled: jobColumns(jobs),
    finished: [finishedJobs],
    published: [published],
  };
  const names = (Object.keys(parts) as PartName[]).filter((name) => columns[name][0]!.length > 0);
  if (names.length === 0 && outbox.length === 0) return undefined;
  return {
    text: statement.of(names),
    params: [...names.flatMap((name) => columns[name]), ...outboxColumns(outbox)],
  };
}
