import type { DataOf, FindGsmRule, MessageDefinition } from '@payorch/contracts';
import {
  connectorRefundOutcome,
  outgoing,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundDeclare,
  refundCheck,
  refundRefuse,
  refundRequest,
  refundSync,
  refundsPublishSnapshots,
  refundUpdate,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PaymentId, RefundId } from '@payorch/kernel';
import { keyOf, newOperationId } from '@payorch/kernel';
import { jobIdOf } from '@payorch/platform/jobs';
import type { AccountSettings, Incoming } from '@payorch/platform/kafka';
import type { RedeliveryReply, Handler, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { on, scheduled } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { declareRefund } from '../domain/decide/declare-refund';
import { refundsDue } from '../domain/decide/refunds-due';
import { requestRefund } from '../domain/decide/request-refund';
import { releaseVoid, reserveVoid } from '../domain/decide/reserve-void';
import { checkRefund, syncRefund } from '../domain/decide/sync-refund';
import { updateRefund } from '../domain/decide/update-refund';
import type { DecideContext, DecideRules, Decision, Effect } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { nextDueAt, refundIn } from '../domain/payment-refunds';
import type { PendingReply } from '../domain/refund';
import type { Shared } from '../persistence/refund.repository';
import { versionMessages } from './version-messages';
import { perform, viewOf } from './effects';
import { refundsDueJob } from './jobs';
import { snapshotOf } from './snapshot';
import { publishSnapshots, snapshotsPublished } from './publish-snapshots';
import { nextVersion } from './versions';

export interface HandlerParts {
  readonly settings: Pick<AccountSettings, 'profile'>;
  /** The operators' rule for a processor's error. */
  readonly gsmRule: FindGsmRule;
  readonly rules: DecideRules;
}

type Decide<Data> = (refunds: PaymentRefunds | undefined, data: Data, context: DecideContext) => Decision;
type RefundRef = { merchantId: MerchantId; refundId: RefundId; paymentId: PaymentId | null };

/** Every message of the service with its decision. */
export function refundsHandlers(parts: HandlerParts): readonly Handler<PaymentRefunds, Shared>[] {
  const decidedBy =
    <Data extends { merchantId: MerchantId }>(decide: Decide<Data>) =>
    (refunds: PaymentRefunds | undefined, data: Data, context: StepContext<Shared>): Step<PaymentRefunds> =>
      decideStep(parts, decide, refunds, data, context);
  const onRefund = <Data extends RefundRef>(message: MessageDefinition<Data>, decide: Decide<Data>) =>
    on(message, (refunds: PaymentRefunds | undefined, data: Data, context: StepContext<Shared>) =>
      data.paymentId === null
        ? forwardToPayment(message, data, context.shared)
        : decideStep(parts, decide, refunds, data, context),
    );
  return [
    on(refundRequest, decidedBy(requestRefund)),
    on(refundRefuse, (_refunds: PaymentRefunds | undefined, { code, details }) => ({ refusal: refuse(code, details) })),
    onRefund(refundUpdate, updateRefund),
    onRefund(refundSync, syncRefund),
    onRefund(refundCheck, checkRefund),
    onRefund(refundDeclare, declareRefund),
    on(refundsPublishSnapshots, (refunds: PaymentRefunds | undefined, command) =>
      publishSnapshots(refunds, command, parts.gsmRule),
    ),
    on(postCaptureVoidReserve, decidedBy(reserveVoid)),
    on(postCaptureVoidRelease, decidedBy(releaseVoid)),
    on(connectorRefundOutcome, decidedBy(applyOutcome)),
    on(
      refundsDueJob,
      decidedBy((refunds, _data, context) => refundsDue(refunds, context)),
    ),
  ];
}

/** The message names only the refund. Under the payment's key the service handles it in order with the payment's other messages. */
function forwardToPayment<Data extends RefundRef>(
  message: MessageDefinition<Data>,
  data: Data,
  shared: Shared,
): Step<PaymentRefunds> {
  const paymentId = shared.payments.get(keyOf(data.merchantId, data.refundId));
  if (paymentId === undefined) return { refusal: refuse('refund_not_found') };
  return { forwards: [outgoing(message, { ...data, paymentId })] };
}

/** Replies to a redelivered command that already took effect: the current refund, unless the first reply is still pending. */
export const replyToRedelivery =
  ({ gsmRule }: Pick<HandlerParts, 'gsmRule'>) =>
  (
    refunds: PaymentRefunds | undefined,
    { data, context, message }: Incoming,
    shared: Pick<Shared, 'payments'>,
  ): RedeliveryReply => {
    if (message.type === refundsPublishSnapshots.type)
      return { kind: 'forward', outgoing: snapshotsPublished(data as DataOf<typeof refundsPublishSnapshots>) };
    const { refundId, paymentId } = data as RefundRef;
    if (paymentId === null) return forwardRedelivered(message, data as RefundRef, shared);
    const refund = refundIn(refunds, refundId);
    if (!refunds || !refund || !context.replyTo) return undefined;
    if (message.type === refundDeclare.type) return { kind: 'answer', body: Buffer.alloc(0) };
    const { correlationId } = context.replyTo;
    const hasPendingReply = refund.pendingReplies.some(
      ({ replyCorrelationId }) => replyCorrelationId === correlationId,
    );
    return hasPendingReply ? undefined : { kind: 'answer', body: viewOf(refunds, refund, gsmRule) };
  };

/** A forwarded command may have expired before it began. Forwarding it again begins it, or gets the reply of the first. */
function forwardRedelivered(
  message: MessageDefinition,
  data: RefundRef,
  shared: Pick<Shared, 'payments'>,
): RedeliveryReply {
  const paymentId = shared.payments.get(keyOf(data.merchantId, data.refundId));
  return paymentId && { kind: 'forward', outgoing: outgoing(message, { ...data, paymentId }) };
}

function decideStep<Data extends { merchantId: MerchantId }>(
  { settings, gsmRule, rules }: HandlerParts,
  decide: Decide<Data>,
  before: PaymentRefunds | undefined,
  data: Data,
  { now, incoming, shared }: StepContext<Shared>,
): Step<PaymentRefunds> {
  const { onlyProfile } = incoming.context;
  const { refundId } = data as Partial<RefundRef>;
  const refund = refundId && refundIn(before, refundId);
  if (refund && onlyProfile !== undefined && refund.profileId !== onlyProfile)
    return { refusal: refuse('refund_not_found') };
  const decision = decide(before, data, {
    now,
    rules,
    pendingReply: pendingReplyOf(incoming),
    paymentOf: (refundId) => shared.payments.get(keyOf(data.merchantId, refundId)),
    newOperationId,
  });
  if (decision.kind === 'refused') return { refusal: decision };
  const after = decision.kind === 'decided' ? nextVersion(before, decision.refunds, now) : before;
  if (!after) return {};
  const { messages, replies } = perform(after, decision.effects, gsmRule);
  updateShared(shared, after, decision.effects);
  if (decision.kind === 'unchanged') return { messages, replies, ...jobChanges(before, after, now) };
  const published = changedRefunds(before, after).flatMap(({ previous, refund }) => {
    const hasEndpoint = (settings.profile(after.merchantId, refund.profileId)?.webhook ?? null) !== null;
    return versionMessages(previous, snapshotOf(after, refund, gsmRule), hasEndpoint);
  });
  return { state: after, messages: [...messages, ...published], replies, ...jobChanges(before, after, now) };
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

function pendingReplyOf({ context: { replyTo } }: Incoming): PendingReply | null {
  return replyTo ? { replyTopic: replyTo.topic, replyCorrelationId: replyTo.correlationId } : null;
}
