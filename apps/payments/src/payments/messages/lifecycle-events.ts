import type {
  EndedAttempt,
  Outgoing,
  PaymentSnapshot,
  ProfileSettings,
  RouteDecision,
  WebhookEventType,
} from '@payorch/contracts';
import {
  hasWebhookEndpoint,
  outgoing,
  paymentActionRequired,
  paymentAuthorized,
  paymentCancelled,
  paymentCancelledPostCapture,
  paymentCaptured,
  paymentConflicted,
  paymentCreated,
  paymentExpired,
  paymentFailed,
  paymentPartiallyAuthorized,
  paymentPartiallyCaptured,
  paymentProcessing,
  paymentUnderReview,
  paymentUpdated,
  webhookRequested,
} from '@payorch/contracts';
import type { JsonObject } from '@payorch/contracts';
import { minorUnits, newEventId } from '@payorch/kernel';
import { presentState } from '@payorch/platform/snapshots';
import { accountOf, errorOf, shownAccountId, shownReferenceOf } from '../domain/attempts/attempt';
import type { AttemptState } from '../domain/attempts/attempt.machine';
import type { Payment } from '../domain/payment';
import { activeAttempt, netAmount } from '../domain/payment';
import type { IntentStatus } from '../domain/attempts/attempt-status';
import { attemptStatusOf, shownCapturable, statusOf } from '../domain/payment.status';

/** Status → its lifecycle event and the webhook of the interface; null where merchants get no webhook. */
const eventsOf = {
  requires_payment_method: [paymentUpdated, null],
  requires_confirmation: [paymentUpdated, null],
  requires_customer_action: [paymentActionRequired, 'action_required'],
  requires_merchant_action: [paymentActionRequired, 'action_required'],
  requires_capture: [paymentAuthorized, 'payment_authorized'],
  partially_authorized_and_requires_capture: [paymentPartiallyAuthorized, 'payment_partially_authorized'],
  processing: [paymentProcessing, 'payment_processing'],
  succeeded: [paymentCaptured, 'payment_succeeded'],
  partially_captured: [paymentPartiallyCaptured, 'payment_captured'],
  partially_captured_and_capturable: [paymentPartiallyCaptured, 'payment_captured'],
  failed: [paymentFailed, 'payment_failed'],
  cancelled: [paymentCancelled, 'payment_cancelled'],
  cancelled_post_capture: [paymentCancelledPostCapture, 'payment_cancelled_post_capture'],
  expired: [paymentExpired, 'payment_expired'],
  conflicted: [paymentConflicted, 'action_required'],
  review: [paymentUnderReview, 'action_required'],
} as const satisfies Record<IntentStatus, readonly [unknown, WebhookEventType | null]>;

/** Steps during a call to a processor: merchants get a webhook only where the payment stays under way after the call. */
const transientSteps: readonly string[] = [
  'authentication_initiated',
  'authorizing',
  'capture_initiated',
  'void_initiated',
  'cancellation_initiated',
  'increment_initiated',
  'multiple_capture_initiated',
  'further_capture_initiated',
  'remainder_void_initiated',
] satisfies AttemptState[];

/** The step that the merchant sees: a claimed status follows no call. */
function stepOf(payment: Payment): string {
  const { claim, state } = activeAttempt(payment);
  return claim?.status === undefined ? state : `claimed ${claim.status}`;
}

/** One lifecycle event for the new version, and the merchant's webhook where the change has one. */
export function lifecycleMessages(
  before: Payment | undefined,
  after: Payment,
  profile: ProfileSettings,
  view: () => JsonObject,
  ended: readonly EndedAttempt[] = [],
): Outgoing[] {
  const status = statusOf(after);
  // Each of several captures is a change of its own, also while others are under way.
  const captured = before !== undefined && before.amountReceived !== after.amountReceived;
  const changed = before === undefined || statusOf(before) !== status || captured;
  const [event, webhook] = eventsOf[status];
  const lifecycle = before === undefined ? paymentCreated : changed ? event : paymentUpdated;
  const messages = [
    outgoing(lifecycle, { ...snapshot(after), ...(ended.length > 0 && { endedAttempts: [...ended] }) }),
  ];
  const step = stepOf(after);
  const settled = before === undefined || stepOf(before) !== step;
  if (webhook !== null && (captured || (settled && !transientSteps.includes(step))) && hasWebhookEndpoint(profile)) {
    messages.push(outgoing(webhookRequested, request(after, webhook, view())));
  }
  return messages;
}

/** The event that shows a payment whose last event is not known. */
export const presentPayment = (payment: Payment): Outgoing =>
  presentState(paymentCreated, paymentUpdated, snapshot(payment));

const request = (payment: Payment, eventType: WebhookEventType, object: JsonObject) => ({
  merchantId: payment.merchantId,
  profileId: payment.profileId,
  eventId: newEventId(payment.modifiedAt),
  eventType,
  eventClass: 'payments' as const,
  objectId: payment.paymentId,
  objectType: 'payment_details' as const,
  sequence: payment.version,
  status: statusOf(payment),
  occurredAt: payment.modifiedAt.toISOString(),
  object,
});

const routeOf = ({ source, algorithmId, rule, fellBack }: RouteDecision): NonNullable<PaymentSnapshot['route']> => ({
  source,
  algorithmId,
  ruleIndex: rule && rule.index,
  fellBack,
});

function snapshot(payment: Payment): PaymentSnapshot {
  const attempt = activeAttempt(payment);
  const error = errorOf(attempt);
  return {
    merchantId: payment.merchantId,
    profileId: payment.profileId,
    paymentId: payment.paymentId,
    version: payment.version,
    occurredAt: payment.modifiedAt.toISOString(),
    status: statusOf(payment),
    money: netAmount(payment),
    amountCapturable: shownCapturable(payment),
    amountReceived: payment.amountReceived ?? minorUnits(0n),
    customerId: payment.customerId,
    captureMethod: payment.captureMethod,
    paymentMethod: attempt.method?.paymentMethod ?? null,
    paymentMethodType: attempt.method?.paymentMethodType ?? null,
    attemptId: attempt.id,
    attemptStatus: attemptStatusOf(payment, attempt),
    attemptCount: payment.attempts.length,
    connector: accountOf(attempt)?.connector ?? null,
    merchantConnectorId: shownAccountId(attempt),
    connectorTransactionId: shownReferenceOf(attempt),
    errorCode: error?.code ?? null,
    ...(attempt.decision && { route: routeOf(attempt.decision) }),
  };
}
