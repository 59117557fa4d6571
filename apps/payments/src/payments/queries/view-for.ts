import type { PaymentReturned, ProfileSettings } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Payment, View } from '../domain/payment';
import { isIn } from '../domain/attempt';
import { activeAttempt } from '../domain/payment';
import { statusOf } from '../domain/payment.status';
import { opensInPopup } from './payment.parts';
import { paymentView } from './payment.view';
import type { ViewParts } from './view-context';
import { viewContextOf } from './view-context';

/** The bytes of a reply: the gateway passes them through. */
export function viewFor(payment: Payment, view: View, parts: ViewParts): Buffer {
  const context = viewContextOf(payment, parts);
  if (view.kind === 'return') return Buffer.from(JSON.stringify(returned(payment, context.profile)));
  return Buffer.from(paymentView(payment, view, context));
}

function returned(payment: Payment, profile: ProfileSettings | undefined): PaymentReturned {
  const attempt = activeAttempt(payment);
  return {
    returnUrl: payment.returnUrl ?? profile?.returnUrl ?? null,
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
