import type { Caller, JsonObject, ProfileSettings } from '@payorch/contracts';
import {
  connectorBeginChecked,
  connectorOutcome,
  paymentApprove,
  paymentCalculateTax,
  paymentCancel,
  paymentCancelPostCapture,
  paymentCancelPostCaptureSync,
  paymentCapture,
  paymentCompleteAuthorize,
  paymentConfirm,
  paymentCreate,
  paymentExtend,
  paymentIncrement,
  paymentCheck,
  paymentReject,
  paymentReturn,
  paymentSync,
  paymentUpdate,
  paymentUpdateMetadata,
  postCaptureVoidRefused,
  postCaptureVoidReserved,
  refuse,
  routeNone,
} from '@payorch/contracts';
import type { CustomerId, MerchantId, ProfileId } from '@payorch/kernel';
import { keyOf, newOperationId, randomText } from '@payorch/kernel';
import type { GlobalSettings, Incoming } from '@payorch/platform/kafka';
import type { RedeliveryReply, Handler, Step, StepContext } from '@payorch/platform/shell';
import { on } from '@payorch/platform/shell';
import type { ClientSoftware } from '../domain/attempt';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { voidRefused, voidReserved } from '../domain/decide/void-reservation';
import { answerWithoutRefunds } from '../domain/decide/request-refund-snapshots';
import { syncOnSchedule, customerReturned, checkPayment, syncPayment } from '../domain/decide/sync-payment';
import { cancelPostCapture, syncPostCaptureVoid } from '../domain/decide/cancel-post-capture';
import { cancelPayment } from '../domain/decide/cancel-payment';
import { capturePayment } from '../domain/decide/capture-payment';
import { applyBeginCheck, checkBegin } from '../domain/decide/begin-check';
import { confirmPayment } from '../domain/decide/confirm-payment';
import { createPayment } from '../domain/decide/create-payment';
import { extendAuthorization } from '../domain/decide/extend-authorization';
import { incrementPayment } from '../domain/decide/increment-payment';
import { approvePayment, rejectPayment } from '../domain/decide/merchant-decision';
import { noRoute } from '../domain/decide/no-route';
import { calculateTax, completeAuthorize } from '../domain/decide/shipping';
import { updateMetadata } from '../domain/decide/update-metadata';
import { updatePayment } from '../domain/decide/update-payment';
import type { DecideContext, DecideRules, Decision, Effect } from '../domain/decision';
import type { Payment, View, PendingReply } from '../domain/payment';
import type { Shared } from '../persistence/payment.repository';
import { viewFor } from '../queries/view-for';
import { paymentView } from '../queries/payment.view';
import type { ViewParts } from '../queries/view-context';
import { viewContextOf } from '../queries/view-context';
import { lifecycleMessages } from './lifecycle-events';
import { performEffects } from './effects';
import { answerDue, syncDue, beginCheckDue } from './jobs';
import { profileFor } from './profile-for';
import { forwardAgain, refundsHandlers } from './refunds.steps';

export interface HandlerParts {
  readonly settings: ViewParts['settings'] & { readonly global: Pick<GlobalSettings, 'config'> };
  readonly rules: DecideRules;
}

type Decide<Data> = (payment: Payment | undefined, data: Data, context: DecideContext) => Decision;
type CommandData = {
  merchantId: MerchantId;
  profileId?: ProfileId;
  caller?: Caller;
  callerIp?: string | null;
  client?: ClientSoftware;
  fields?: { customerId?: CustomerId | null };
  expandAttempts?: boolean;
  expandCaptures?: boolean;
};

/** Every message of the service with its decision. */
export function paymentsHandlers(parts: HandlerParts): readonly Handler<Payment, Shared>[] {
  const by =
    <Data>(decide: Decide<Data>) =>
    (payment: Payment | undefined, data: Data, context: StepContext<Shared>): Step<Payment> =>
      decideStep(parts, decide, payment, data, context);
  return [
    on(paymentCreate, by(createPayment)),
    on(paymentUpdate, by(updatePayment)),
    on(paymentUpdateMetadata, by(updateMetadata)),
    on(paymentConfirm, by(confirmPayment)),
    on(paymentCalculateTax, by(calculateTax)),
    on(paymentCompleteAuthorize, by(completeAuthorize)),
    on(paymentCapture, by(capturePayment)),
    on(paymentApprove, by(approvePayment)),
    on(paymentReject, by(rejectPayment)),
    on(paymentIncrement, by(incrementPayment)),
    on(paymentExtend, by(extendAuthorization)),
    on(paymentCancel, by(cancelPayment)),
    on(paymentCancelPostCapture, by(cancelPostCapture)),
    on(paymentCancelPostCaptureSync, by(syncPostCaptureVoid)),
    on(postCaptureVoidReserved, by(voidReserved)),
    on(postCaptureVoidRefused, by(voidRefused)),
    on(paymentSync, by(syncPayment)),
    on(paymentCheck, by(checkPayment)),
    on(paymentReturn, by(customerReturned)),
    on(routeNone, by(noRoute)),
    on(connectorOutcome, by(applyOutcome)),
    on(connectorBeginChecked, by(applyBeginCheck)),
    on(beginCheckDue, by(checkBegin)),
    on(syncDue, by(syncOnSchedule)),
    on(
      answerDue,
      by((payment, { pendingReply }) => answerWithoutRefunds(payment, pendingReply)),
    ),
    ...refundsHandlers,
  ];
}

/** The reply to a redelivered command: the present payment, unless the first reply is still pending. */
export const repliedAgain =
  ({ settings, rules }: HandlerParts) =>
  (payment: Payment | undefined, incoming: Incoming): RedeliveryReply => {
    const pendingReply = pendingReplyOf(incoming);
    const forward = forwardAgain(payment, incoming);
    if (forward) return forward;
    if (!payment || !pendingReply) return undefined;
    const isWaiting = payment.pendingReplies.some(
      ({ replyCorrelationId }) => replyCorrelationId === pendingReply.replyCorrelationId,
    );
    return isWaiting ? undefined : { kind: 'answer', body: viewFor(payment, pendingReply.view, { settings, rules }) };
  };

function decideStep<Data>(
  { settings, rules }: HandlerParts,
  decide: Decide<Data>,
  before: Payment | undefined,
  data: Data,
  { now, incoming, shared }: StepContext<Shared>,
): Step<Payment> {
  const command = data as CommandData;
  if (isHidden(before, incoming)) return { refusal: refuse('payment_not_found') };
  const profile = profileFor(settings, command.merchantId, before?.profileId ?? command.profileId);
  const decision = decide(before, data, {
    now,
    profile,
    customer: customerOf(shared, command, before),
    paymentMethod: (id) => shared.stored.paymentMethods.get(keyOf(command.merchantId, id)),
    mandate: (id) => shared.stored.mandates.get(keyOf(command.merchantId, id)),
    pendingReply: pendingReplyOf(incoming),
    callerIp: command.callerIp ?? null,
    ...(command.client && { client: command.client }),
    newOperationId,
    randomText,
    rules,
  });
  if (decision.kind === 'refused') return { refusal: decision };
  const after = decision.kind === 'decided' ? nextVersion(before, decision.payment, now) : before;
  if (!after) return {};
  const { messages, ...rest } = performEffects(after, decision.effects, ({ view }) =>
    viewFor(after, view, { settings, rules }),
  );
  if (decision.kind === 'unchanged') return { messages, ...rest };
  noteShared(shared, after, decision.effects);
  return { state: after, messages: [...messages, ...messagesOf(before, after, profile, { settings, rules })], ...rest };
}

/** A caller limited to one profile does not see payments of others; a used payment id stays used for every caller. */
const isHidden = (payment: Payment | undefined, { message, context: { onlyProfile } }: Incoming): boolean =>
  payment !== undefined &&
  onlyProfile !== undefined &&
  payment.profileId !== onlyProfile &&
  message.type !== paymentCreate.type;

/** `modified_at` rises strictly with the version, whatever the clock does: merchants order webhooks by it. */
const nextVersion = (before: Payment | undefined, after: Payment, now: Date): Payment => ({
  ...after,
  version: (before?.version ?? 0) + 1,
  modifiedAt: before && before.modifiedAt >= now ? new Date(before.modifiedAt.getTime() + 1) : now,
});

const messagesOf = (before: Payment | undefined, after: Payment, profile: ProfileSettings, parts: HandlerParts) =>
  lifecycleMessages(before, after, profile, () => {
    const options = { caller: 'merchant', expandAttempts: false, expandCaptures: true } as const;
    return JSON.parse(paymentView(after, options, viewContextOf(after, parts))) as JsonObject;
  });

function customerOf(
  shared: Shared,
  { merchantId, fields }: CommandData,
  payment: Payment | undefined,
): DecideContext['customer'] {
  const customerId = fields?.customerId ?? payment?.customerId;
  return customerId ? shared.customers.get(keyOf(merchantId, customerId)) : undefined;
}

/** Passes this message's customers to later messages of the batch, and its incidents to the repository. */
function noteShared(shared: Shared, payment: Payment, effects: readonly Effect[]): void {
  const { merchantId, customerId, customer } = payment;
  const key = customerId && keyOf(merchantId, customerId);
  if (key && !shared.customers.has(key)) shared.customers.set(key, { ...customer, merchantId, customerId });
  for (const effect of effects) {
    shared.stored.note(effect);
    if (effect.kind === 'incident')
      shared.incidents.push({ payment, attemptId: effect.attemptId, kind: effect.incident });
  }
}

function pendingReplyOf({ context, data, message }: Incoming): PendingReply | null {
  const { replyTo, correlationId, traceparent } = context;
  if (!replyTo) return null;
  const { caller, expandAttempts = false, expandCaptures = false } = data as CommandData;
  const view: View =
    message.type === paymentReturn.type
      ? { kind: 'return' }
      : { kind: 'payment', caller: caller?.kind ?? 'merchant', expandAttempts, expandCaptures };
  return { replyTopic: replyTo.topic, replyCorrelationId: replyTo.correlationId, correlationId, traceparent, view };
}
