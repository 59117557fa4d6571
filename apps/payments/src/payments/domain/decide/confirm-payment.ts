import type { Caller, DataOf, Refusal, paymentConfirm } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { attemptIdOf, minorUnits, type Money } from '@payorch/kernel';
import type { Method } from '../../../payment-methods/domain/method';
import type { Attempt } from '../attempt';
import { beginAuthorization } from '../begin-authorization';
import { checkCaller } from '../caller';
import { cannot, refuseOverClaim } from '../state-refusals';
import { permittedOfClient, type PermittedRequest, shownToClient } from '../client-fields';
import { setBy } from '../client-values';
import { refuseMissingCvc, withSavedMethod } from '../method/chosen-method';
import type { DecideContext, Decision } from '../decision';
import { refuseDeletedCustomer, withFieldProblems, withFields } from '../fields';
import { mayRetry, retryEndsAt } from '../manual-retry';
import type { Payment } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { knownStatusOf, withSums } from '../payment.status';
import { refuseOtherTotal } from '../shown-total';
import { withSurcharge } from '../terms/surcharge';

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
  if (caller.kind === 'merchant')
    return confirm({ payment: setBy(payment, 'merchant', fields), fields }, shownTotal, context);
  const permitted = permittedOfClient(payment, fields, caller);
  return isRefusal(permitted) ? permitted : shownToClient(confirm(permitted, shownTotal, context));
}

function confirm(
  { payment, fields, isOfClient }: PermittedRequest,
  shownTotal: Money | undefined,
  context: DecideContext,
): Decision {
  const refusal = refuseDeletedCustomer(payment, context.customer);
  if (refusal) return refusal;
  const ready = knownStatusOf(payment) === 'failed' ? withNewAttempt(payment, context) : payment;
  const sent = withFields(ready, fields, context.customer, context.now);
  const given = withSavedMethod(sent, fields, context);
  if (isRefusal(given)) return withFieldProblems(given, sent);
  const filled = withSurcharge(given, context);
  const otherTotal = refuseOtherTotal(filled, shownTotal);
  if (otherTotal) return otherTotal;
  const incomplete = isOfClient && refuseMissingCvc(filled, context);
  if (incomplete) return incomplete;
  const token = fields.card || fields.sealedMethodData ? null : filled.paymentToken;
  return beginAuthorization({ ...filled, paymentToken: token }, context);
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
  { profile, now }: DecideContext,
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

/** The proof of an authentication is for one authorization. */
const withoutProof = ({ authentication: _proof, ...method }: Method): Method => method;

/** Adds the next attempt, with the payment method of the last one until the request brings another. */
export function withNewAttempt(payment: Payment, { now }: Pick<DecideContext, 'now'>): Payment {
  const last = activeAttempt(payment);
  const number = last.number + 1;
  const attempt: Attempt<'confirmation_awaited'> = {
    id: attemptIdOf(payment.paymentId, number),
    number,
    state: 'confirmation_awaited',
    facts: {},
    method: last.method && withoutProof(last.method),
    fallbacks: [],
    syncCount: 0,
    canIncrement: false,
    authorizationTerms: null,
    stored: null,
    checks: null,
    whole: null,
    split: null,
    client: last.client,
    createdAt: now,
    modifiedAt: now,
  };
  return { ...payment, attempts: [...payment.attempts, attempt] };
}

/** The payment waits for another confirmation, with an attempt of its own. */
export function awaitingAnother(payment: Payment, context: Pick<DecideContext, 'now'>): Payment {
  const again = withNewAttempt(payment, context);
  return withSums({ ...again, amountCapturable: minorUnits(netAmount(payment).amount) });
}
