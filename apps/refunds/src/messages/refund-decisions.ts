import { Injectable } from '@nestjs/common';
import type { DataOf, FindGsmRule, Outgoing } from '@payorch/contracts';
import {
  hasWebhookEndpoint,
  isRefusal,
  outgoing,
  refundDeclare,
  refundsPublishSnapshots,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PaymentId, RefundId } from '@payorch/kernel';
import { keyOf, newOperationId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { Performers } from '@payorch/platform/resources';
import { isHidden, perform, pendingRepliesOf, replyToRedelivery } from '@payorch/platform/resources';
import type { RedeliveryReply, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { scheduled } from '@payorch/platform/shell';
import type { DecideContext, DecideRules, Decision, Effect } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { nextDueAt, refundIn } from '../domain/payment-refunds';
import type { Shared } from '../persistence/refund.repository';
import { performersWith, viewOf } from './effects';
import { refundsDueJob } from '../persistence/jobs';
import { snapshotsPublished } from './publish-snapshots';
import { snapshotOf } from '../queries/snapshot';
import { versionMessages } from './version-messages';
import { nextVersions } from './versions';

export abstract class HandlerParts {
  abstract readonly settings: Pick<AccountSettings, 'profile'>;
  /** The operators' rule for a processor's error. */
  abstract readonly gsmRule: FindGsmRule;
  abstract readonly rules: DecideRules;
}

export type RefundStepContext = StepContext<PaymentRefunds, Shared>;

type Decide<Data> = (refunds: PaymentRefunds | undefined, data: Data, context: DecideContext) => Decision;
interface RefundRef {
  readonly merchantId: MerchantId;
  readonly refundId: RefundId;
  readonly paymentId: PaymentId | null;
}
interface CommandData {
  readonly merchantId: MerchantId;
  readonly refundId?: RefundId;
  /** Null where a command names its refund alone. */
  readonly paymentId?: PaymentId | null;
}

/** Gives decisions their context, and turns what they decide into the step of a message. */
@Injectable()
export class RefundDecisions {
  private readonly performers: Performers<PaymentRefunds, Effect>;

  constructor(private readonly parts: HandlerParts) {
    this.performers = performersWith(parts.gsmRule);
  }

  stepOf<Data extends CommandData>(decide: Decide<Data>, data: Data, context: RefundStepContext): Step<PaymentRefunds> {
    const { state: before, now, incoming, shared } = context;
    if (data.paymentId === null) return forward(incoming, shared);
    const refund = data.refundId && refundIn(before, data.refundId);
    if (refund && isHidden(refund, incoming)) return { refusal: refuse('refund_not_found') };
    const decision = decide(before, data, {
      now,
      rules: this.parts.rules,
      pendingReplies: pendingRepliesOf(incoming),
      paymentOf: (refundId) => shared.payments.get(keyOf(data.merchantId, refundId)),
      newOperationId,
    });
    return isRefusal(decision) ? { refusal: decision } : this.decidedStep(decision, context);
  }

  /** Replies to a redelivered command that already took effect: the current refund, unless the first reply is still pending. */
  readonly replyToRedelivery = (
    refunds: PaymentRefunds | undefined,
    incoming: Incoming,
    shared: Pick<Shared, 'payments'>,
  ): RedeliveryReply => {
    const { data, context, message } = incoming;
    if (message.type === refundsPublishSnapshots.type)
      return { kind: 'forward', outgoing: snapshotsPublished(data as DataOf<typeof refundsPublishSnapshots>) };
    const { refundId, paymentId } = data as RefundRef;
    if (paymentId === null) return forwardRedelivered(incoming, shared);
    const refund = refundIn(refunds, refundId);
    if (!refunds || !refund) return undefined;
    if (message.type === refundDeclare.type) return context.replyTo && { kind: 'response', body: Buffer.alloc(0) };
    return replyToRedelivery(refund.pendingReplies, incoming, () => viewOf(refunds, refund, this.parts.gsmRule));
  };

  private decidedStep(
    decision: Exclude<Decision, { kind: 'refused' }>,
    { state: before, now, shared }: RefundStepContext,
  ): Step<PaymentRefunds> {
    const { settings, gsmRule } = this.parts;
    const after = decision.kind === 'decided' ? nextVersions(before, decision.state, now) : before;
    if (!after) return {};
    const { messages = [], replies = [] } = perform(after, decision.effects, this.performers);
    updateShared(shared, after, decision.effects);
    if (decision.kind === 'unchanged') return { messages, replies, ...jobChanges(before, after, now) };
    const published = changedRefunds(before, after).flatMap(({ previous, refund }) => {
      const hasEndpoint = hasWebhookEndpoint(settings.profile(after.merchantId, refund.profileId));
      return versionMessages(previous, snapshotOf(after, refund, gsmRule), hasEndpoint);
    });
    return { state: after, messages: [...messages, ...published], replies, ...jobChanges(before, after, now) };
  }
}

/** Under the payment's key the service handles the command in order with the payment's other messages. */
function withPayment({ message, data }: Incoming, { payments }: Pick<Shared, 'payments'>): Outgoing | undefined {
  const { merchantId, refundId } = data as RefundRef;
  const paymentId = payments.get(keyOf(merchantId, refundId));
  return paymentId && outgoing(message, { ...(data as RefundRef), paymentId });
}

function forward(incoming: Incoming, shared: Shared): Step<PaymentRefunds> {
  const named = withPayment(incoming, shared);
  return named ? { forwards: [named] } : { refusal: refuse('refund_not_found') };
}

/** A forwarded command may have expired before it began. Forwarding it again begins it, or gets the reply of the first. */
function forwardRedelivered(incoming: Incoming, shared: Pick<Shared, 'payments'>): RedeliveryReply {
  const named = withPayment(incoming, shared);
  return named && { kind: 'forward', outgoing: named };
}

const changedRefunds = (before: PaymentRefunds | undefined, after: PaymentRefunds) =>
  after.refunds
    .map((refund) => ({ previous: refundIn(before, refund.id), refund }))
    .filter(({ previous, refund }) => previous !== refund);

/** The payment has one job, due when the first of its refunds is due. Every decision sets, moves or cancels the job. */
function jobChanges(
  before: PaymentRefunds | undefined,
  after: PaymentRefunds,
  now: Date,
): { jobs?: ScheduledJob[]; cancelledJobs?: string[] } {
  const { merchantId, paymentId } = after;
  const due = nextDueAt(after);
  if (due === null) {
    const hadDue = before !== undefined && nextDueAt(before) !== null;
    return hadDue ? { cancelledJobs: [jobIdOf(refundsDueJob.type, keyOf(merchantId, paymentId))] } : {};
  }
  const delayMs = Math.max(0, due.getTime() - now.getTime());
  return { jobs: [scheduled(refundsDueJob, { merchantId, paymentId }, delayMs)] };
}

/** Adds this decision's refunds for later messages of the batch, and its incidents for the repository. */
function updateShared(
  shared: Shared,
  { merchantId, paymentId, refunds }: PaymentRefunds,
  effects: readonly Effect[],
): void {
  for (const { id } of refunds) shared.payments.set(keyOf(merchantId, id), paymentId);
  for (const effect of effects) {
    if (effect.kind === 'incident')
      shared.incidents.push({ merchantId, paymentId, refundId: effect.refundId, kind: effect.incident });
  }
}
