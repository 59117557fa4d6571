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
import type { AnswerAgain, Handler, ScheduledJob, Step, StepContext } from '@payorch/platform/shell';
import { on, scheduled } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { declareRefund } from '../domain/decide/declare-refund';
import { refundsDue } from '../domain/decide/refunds-due';
import { requestRefund } from '../domain/decide/request-refund';
import { releaseVoid, reserveVoid } from '../domain/decide/reserve-void';
import { lookAtRefund, syncRefund } from '../domain/decide/sync-refund';
import { updateRefund } from '../domain/decide/update-refund';
import type { DecideContext, DecideRules, Decision, Effect } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { dueOf, refundIn } from '../domain/payment-refunds';
import type { Waiter } from '../domain/refund';
import type { Shared } from '../persistence/refund.repository';
import { announce } from './announce';
import { perform, viewOf } from './effects';
import { refundsDueJob } from './jobs';
import { snapshotOf } from './snapshot';
import { tellRefunds, toldOf } from './tell';
import { nextVersion } from './versions';

export interface HandlerParts {
  readonly settings: Pick<AccountSettings, 'profile'>;
  /** What operators say that a processor's error means. */
  readonly gsmRule: FindGsmRule;
  readonly rules: DecideRules;
}

type Decide<Data> = (refunds: PaymentRefunds | undefined, data: Data, context: DecideContext) => Decision;
type Named = { merchantId: MerchantId; refundId: RefundId; paymentId: PaymentId | null };

/** Every message of the service and what decides about it. */
export function refundsHandlers(parts: HandlerParts): readonly Handler<PaymentRefunds, Shared>[] {
  const by =
    <Data extends { merchantId: MerchantId }>(decide: Decide<Data>) =>
    (refunds: PaymentRefunds | undefined, data: Data, context: StepContext<Shared>): Step<PaymentRefunds> =>
      decideStep(parts, decide, refunds, data, context);
  const named = <Data extends Named>(message: MessageDefinition<Data>, decide: Decide<Data>) =>
    on(message, (refunds: PaymentRefunds | undefined, data: Data, context: StepContext<Shared>) =>
      data.paymentId === null
        ? toThePayment(message, data, context.shared)
        : decideStep(parts, decide, refunds, data, context),
    );
  return [
    on(refundRequest, by(requestRefund)),
    on(refundRefuse, (_refunds: PaymentRefunds | undefined, { code, details }) => ({ refusal: refuse(code, details) })),
    named(refundUpdate, updateRefund),
    named(refundSync, syncRefund),
    named(refundCheck, lookAtRefund),
    named(refundDeclare, declareRefund),
    on(refundsPublishSnapshots, (refunds: PaymentRefunds | undefined, asked) =>
      tellRefunds(refunds, asked, parts.gsmRule),
    ),
    on(postCaptureVoidReserve, by(reserveVoid)),
    on(postCaptureVoidRelease, by(releaseVoid)),
    on(connectorRefundOutcome, by(applyOutcome)),
    on(
      refundsDueJob,
      by((refunds, _data, context) => refundsDue(refunds, context)),
    ),
  ];
}

/** It named the refund alone: under the payment's key it meets everything else that happens to that refund. */
function toThePayment<Data extends Named>(
  message: MessageDefinition<Data>,
  data: Data,
  shared: Shared,
): Step<PaymentRefunds> {
  const paymentId = shared.payments.get(keyOf(data.merchantId, data.refundId));
  if (paymentId === undefined) return { refusal: refuse('refund_not_found') };
  return { forwards: [outgoing(message, { ...data, paymentId })] };
}

/** What a command that took effect before is told: the refund as it is now, unless its first answer is still to come. */
export const answeringAgain =
  ({ gsmRule }: Pick<HandlerParts, 'gsmRule'>) =>
  (
    refunds: PaymentRefunds | undefined,
    { data, context, message }: Incoming,
    shared: Pick<Shared, 'payments'>,
  ): AnswerAgain => {
    if (message.type === refundsPublishSnapshots.type)
      return { kind: 'forward', outgoing: toldOf(data as DataOf<typeof refundsPublishSnapshots>) };
    const { refundId, paymentId } = data as Named;
    if (paymentId === null) return forwardAgain(message, data as Named, shared);
    const refund = refundIn(refunds, refundId);
    if (!refunds || !refund || !context.replyTo) return undefined;
    if (message.type === refundDeclare.type) return { kind: 'answer', body: Buffer.alloc(0) };
    const { correlationId } = context.replyTo;
    const isWaiting = refund.waiters.some(({ replyCorrelationId }) => replyCorrelationId === correlationId);
    return isWaiting ? undefined : { kind: 'answer', body: viewOf(refunds, refund, gsmRule) };
  };

/** Where what was passed on came too late to begin, it begins now; where it took effect, it is told so. */
function forwardAgain(message: MessageDefinition, data: Named, shared: Pick<Shared, 'payments'>): AnswerAgain {
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
  const { refundId } = data as Partial<Named>;
  const named = refundId && refundIn(before, refundId);
  if (named && onlyProfile !== undefined && named.profileId !== onlyProfile)
    return { refusal: refuse('refund_not_found') };
  const decision = decide(before, data, {
    now,
    rules,
    waiter: waiterOf(incoming),
    paymentOf: (refundId) => shared.payments.get(keyOf(data.merchantId, refundId)),
    newOperationId,
  });
  if (decision.kind === 'refused') return { refusal: decision };
  const after = decision.kind === 'decided' ? nextVersion(before, decision.refunds, now) : before;
  if (!after) return {};
  const { messages, replies } = perform(after, decision.effects, gsmRule);
  noteShared(shared, after, decision.effects);
  if (decision.kind === 'unchanged') return { messages, replies, ...planned(before, after, now) };
  const announced = changedIn(before, after).flatMap(({ was, refund }) => {
    const hasEndpoint = (settings.profile(after.merchantId, refund.profileId)?.webhook ?? null) !== null;
    return announce(was, snapshotOf(after, refund, gsmRule), hasEndpoint);
  });
  return { state: after, messages: [...messages, ...announced], replies, ...planned(before, after, now) };
}

const changedIn = (before: PaymentRefunds | undefined, after: PaymentRefunds) =>
  after.refunds
    .map((refund) => ({ was: refundIn(before, refund.id), refund }))
    .filter(({ was, refund }) => was !== refund);

/** The payment's one job follows from what its refunds wait for: set wherever that changed, and by the job itself. */
function planned(
  before: PaymentRefunds | undefined,
  after: PaymentRefunds,
  now: Date,
): { jobs?: ScheduledJob[]; cancelledJobs?: string[] } {
  const { merchantId, paymentId } = after;
  const due = dueOf(after);
  if (due === null) {
    const hadDue = before !== undefined && dueOf(before) !== null;
    return hadDue ? { cancelledJobs: [jobIdOf(refundsDueJob.type, keyOf(merchantId, paymentId))] } : {};
  }
  const delayMs = Math.max(0, due.getTime() - now.getTime());
  return { jobs: [scheduled(refundsDueJob, { merchantId, paymentId }, delayMs)] };
}

/** Later messages of the batch see the refunds, and the repository writes the incidents, of this one. */
function noteShared(
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

function waiterOf({ context: { replyTo } }: Incoming): Waiter | null {
  return replyTo ? { replyTopic: replyTo.topic, replyCorrelationId: replyTo.correlationId } : null;
}
