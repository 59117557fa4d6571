import type { StripeError } from '../errors';
import { paymentMethodTypeOf } from '../payment-method-types';
import type { Intent, PaymentMethod, SetupIntent } from '../objects/records';
import { declineCharge, requirePaymentMethod, process, succeed } from './charges';
import { requestAuthorization } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { stored } from './decision';
import { failSetup, finishSetup } from './setup-intent';

const none: StripeDecision = { changed: [], events: [] };

export const authenticationFailed = (method: PaymentMethod, code: string): StripeError => ({
  type: 'invalid_request_error',
  code,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  payment_method: method.id,
});

const attemptFailed = (method: PaymentMethod): StripeError =>
  method.type === 'card'
    ? authenticationFailed(method, 'payment_intent_authentication_failure')
    : {
        type: 'invalid_request_error',
        code: 'payment_intent_payment_attempt_failed',
        message: 'The payment failed.',
        payment_method: method.id,
      };

function rejectedByCustomer(intent: Intent, method: PaymentMethod): StripeDecision {
  const failed = requirePaymentMethod(intent, attemptFailed(method));
  return stored(failed, 'payment_intent.payment_failed');
}

function afterApproval(intent: Intent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  switch (paymentMethodTypeOf(method.type)!.flow) {
    case 'card':
      return requestAuthorization(intent, method, context, true);
    case 'debit':
    case 'page_then_later':
      return process(intent, method, context, { afterMs: context.settleAfterMs, failure: method.failure });
    case 'page':
    case 'app':
    case 'voucher':
    case 'bank_transfer':
      return succeed(intent, method, context);
  }
}

/** Applies the customer's choice on the page. */
export function completePage(
  intent: Intent | SetupIntent,
  confirmed: boolean,
  context: DecisionContext,
): StripeDecision {
  if (intent.paymentMethod === null || !intent.nextAction) return none;
  const method = context.objects.get('payment_method', intent.paymentMethod);
  if (intent.object === 'payment_intent') {
    return confirmed ? afterApproval(intent, method, context) : rejectedByCustomer(intent, method);
  }
  return confirmed
    ? finishSetup(intent, method, context)
    : failSetup(intent, method, authenticationFailed(method, 'setup_intent_authentication_failure'), context);
}

const refusals: Readonly<Record<string, string>> = {
  processing_error: 'An error occurred while processing your payment. Try again in a little bit.',
  payment_method_provider_decline: 'The payment attempt was declined by the issuer or customer.',
};
const bankRefused = (code: string) => ({
  code,
  message: refusals[code] ?? 'The payment could not be collected from the account.',
});

/** Gives a pending intent the outcome that was set for it. */
export function settleIntent(intent: Intent, context: DecisionContext): StripeDecision {
  const { pending, paymentMethod } = intent;
  if (!pending || paymentMethod === null) return none;
  const method = context.objects.get('payment_method', paymentMethod);
  if (pending.status === 'succeeded') return succeed({ ...intent, pending: null }, method, context);
  return declineCharge(intent, method, context, bankRefused(pending.failure ?? 'processing_error'));
}

/** Receives a bank transfer: the intent succeeds once it is fully funded. */
export function fundIntent(intent: Intent, amount: number, context: DecisionContext): StripeDecision {
  const funded = intent.funded + amount;
  const method = context.objects.get('payment_method', intent.paymentMethod!);
  if (funded >= intent.amount) return succeed({ ...intent, funded }, method, context);
  return stored({ ...intent, funded }, 'payment_intent.partially_funded');
}
