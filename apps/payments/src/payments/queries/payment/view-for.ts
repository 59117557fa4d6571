import type { JsonObject, PaymentReturned } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Payment, View } from '../../domain/payment';
import { errorOf, isIn, shownReferenceOf } from '../../domain/attempts/attempt';
import { followUpIn } from '../../domain/follow-ups';
import { fitsPayment, presentOrder } from '../../domain/orders/orders';
import { activeAttempt } from '../../domain/payment';
import { attemptStatusOf, shownCapturable, statusOf } from '../../domain/payment.status';
import { authenticationView } from './authentication.parts';
import { amount, opensInPopup } from './payment.parts';
import { paymentView } from './payment.view';
import { linkPageAfter } from '../links/payment-link.view';
import type { ViewContext, ViewParts } from './view-context';
import { viewContextOf } from './view-context';

/** The bytes of a reply: the gateway passes them through. */
export function viewFor(payment: Payment, view: View, parts: ViewParts): Buffer {
  const context = viewContextOf(payment, parts);
  if (view.kind === 'return') return Buffer.from(JSON.stringify(returned(payment, context)));
  if (view.kind === 'authentication') return Buffer.from(JSON.stringify(authenticationView(payment)));
  if (view.kind === 'order') return Buffer.from(JSON.stringify(afterOrder(payment, view)));
  if (view.kind === 'status')
    return Buffer.from(JSON.stringify({ payment_id: payment.paymentId, status: statusOf(payment) }));
  if (view.kind === 'attempt') return Buffer.from(JSON.stringify(declaredAttempt(payment, view.attemptId)));
  return Buffer.from(paymentView(payment, view, context));
}

function returned(payment: Payment, context: ViewContext): PaymentReturned {
  const { profile } = context;
  const attempt = activeAttempt(payment);
  return {
    returnUrl: payment.returnUrl ?? profile?.returnUrl ?? null,
    linkPage: linkPageAfter(payment, context),
    status: statusOf(payment),
    paymentId: payment.paymentId,
    profileId: payment.profileId,
    clientSecret: payment.clientSecret,
    amount: minorUnitsToJson(payment.money.amount),
    manualRetryAllowed: profile?.manualRetry ? attempt.state === 'failure' : null,
    startAgainAttemptId:
      isIn(attempt, 'authentication_pending') && attempt.facts.challenge.url !== '' ? attempt.id : null,
    inPopup: opensInPopup(payment, profile),
  };
}

/** What the customer's browser does with an order; nothing while it is under way, or once the payment has another sum. */
function afterOrder(payment: Payment, { operation }: Extract<View, { kind: 'order' }>): JsonObject {
  const order = operation === undefined ? presentOrder(payment) : followUpIn(payment, 'orders', operation);
  const orderId = order && fitsPayment(payment, order) ? order.reference : null;
  return {
    payment_id: payment.paymentId,
    next_action: orderId && {
      type: 'invoke_sdk_client',
      next_action_data: { next_action: 'complete_authorize', order_id: orderId },
    },
    status: statusOf(payment),
  };
}

/** The answer to an operator's change of an attempt. */
function declaredAttempt(payment: Payment, attemptId: AttemptId): JsonObject {
  const attempt = payment.attempts.find(({ id }) => id === attemptId) ?? activeAttempt(payment);
  const error = errorOf(attempt);
  return {
    payment_id: payment.paymentId,
    attempt_id: attempt.id,
    merchant_id: payment.merchantId,
    attempt_status: attemptStatusOf(payment, attempt),
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    error_reason: error?.reason ?? null,
    connector_transaction_id: shownReferenceOf(attempt),
    amount_capturable: amount(shownCapturable(payment, attempt)),
  };
}
