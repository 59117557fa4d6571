import type { Caller, DataOf, Refusal, paymentConfirm } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { withNewAttempt } from '../authorization/next-attempt';
import { agreedOnPage } from '../client/shown-total';
import { checkCaller } from '../client/caller';
import { cannot, refuseOverClaim } from '../state-refusals';
import { asCaller } from '../client/client-fields';
import type { DecideContext, Decision } from '../decision';
import { decideRequest } from './payment-request';
import { mayRetry, retryEndsAt } from '../client/manual-retry';
import type { Payment } from '../payment';
import { activeAttempt, asRequested } from '../payment';
import { knownStatusOf } from '../payment.status';

export function confirmPayment(
  payment: Payment | undefined,
  { caller, fields, shownTotal }: DataOf<typeof paymentConfirm>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal =
    checkCaller(payment, caller, context.now) ??
    checkStatus(payment, caller, context) ??
    refuseOverClaim('confirm', payment);
  if (refusal) return refusal;
  return asCaller({ payment, fields, caller }, (request) => {
    const ready = knownStatusOf(payment) === 'failed' ? withNewAttempt(request.payment, context) : request.payment;
    const check = agreedOnPage({ ...request, confirms: true, shownTotal }, context);
    return decideRequest(
      { payment: asRequested(ready), fields: request.fields, confirms: true, check, showsCapturable: false },
      context,
    );
  });
}

function checkStatus(payment: Payment, caller: Caller, context: DecideContext): Refusal | undefined {
  const status = knownStatusOf(payment);
  if (status === 'requires_payment_method' || status === 'requires_confirmation') return undefined;
  return status === 'failed' ? checkManualRetry(payment, caller.kind, context) : cannot('confirm', payment);
}

/** A failed payment may be confirmed again where its link or the profile allows it. */
function checkManualRetry(
  payment: Payment,
  caller: Caller['kind'],
  { settings: { profile }, now }: DecideContext,
): Refusal | undefined {
  if (!mayRetry(payment, profile, caller)) {
    return cannot(
      'confirm',
      payment,
      'has status failed, you can enable `manual_retry` in profile to try this payment again',
    );
  }
  if (now > retryEndsAt(payment, caller)) {
    return refuse('precondition_failed', {
      message: 'You cannot confirm this payment using `manual_retry` because the allowed duration has expired',
    });
  }
  const { state } = activeAttempt(payment);
  if (state === 'failure') return undefined;
  return cannot('confirm', payment, `has status failed, and the previous attempt has the status ${state}`);
}
