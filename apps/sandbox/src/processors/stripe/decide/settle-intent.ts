import type { StripeError } from '../errors';
import { invalidRequest } from '../errors';
import type { AnyIntent, Intent, PaymentMethod } from '../objects/records';
import { paymentMethodTypeOf } from '../payment-method-types';
import { declineCharge, process, succeed } from './charges';
import { requestAuthorization } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { refused, stored, unchanged } from './decision';
import type { Attempt } from './intents';
import { requirePaymentMethod } from './intents';
import { failSetup, finishSetup } from './setup-intent';

function rejection({ object }: AnyIntent, { id, type }: PaymentMethod): StripeError {
  const base = { type: 'invalid_request_error', payment_method: id } as const;
  if (object === 'payment_intent' && type !== 'card')
    return { ...base, code: 'payment_intent_payment_attempt_failed', message: 'The payment failed.' };
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  return { ...base, code: `${object}_authentication_failure`, message };
}

function afterApproval(payment: Attempt<Intent>): StripeDecision {
  const { method, context } = payment;
  switch (paymentMethodTypeOf(method.type)!.flow) {
    case 'card':
      return requestAuthorization(payment, true);
    case 'debit':
    case 'page_then_later':
      return process(payment, context.settleAfterMs, method.failure);
    case 'page':
    case 'app':
    case 'voucher':
    case 'bank_transfer':
      return succeed(payment);
  }
}

/** Applies the customer's choice on the page. */
export function completePage(intent: AnyIntent, confirmed: boolean, context: DecisionContext): StripeDecision {
  if (intent.payment_method === null || !intent.nextAction) return unchanged;
  const method = context.objects.get('payment_method', intent.payment_method);
  const error = rejection(intent, method);
  if (intent.object === 'setup_intent') {
    return confirmed ? finishSetup({ intent, method, context }) : failSetup({ intent, method, context }, error);
  }
  return confirmed
    ? afterApproval({ intent, method, context })
    : stored(requirePaymentMethod(intent, error), 'payment_intent.payment_failed');
}

/** Deposits that verify a bank account in test mode. */
const rightDeposits = '32,45';
const rightCode = 'SM11AA';

/** Verifies the bank account by the amounts of two deposits, or by their code. */
export function verifyMicrodeposits(
  intent: Intent,
  { amounts, descriptor_code }: { amounts?: number[] | undefined; descriptor_code?: string | undefined },
  context: DecisionContext,
): StripeDecision {
  const right = amounts?.join(',') === rightDeposits || descriptor_code === rightCode;
  if (right && intent.nextAction?.type === 'verify_with_microdeposits') return completePage(intent, true, context);
  const message = 'The amounts or the descriptor code provided do not match those sent to the bank account.';
  return refused(invalidRequest(message, { code: 'payment_method_microdeposit_verification_amounts_mismatch' }));
}

const refusals: Readonly<Record<string, string>> = {
  processing_error: 'An error occurred while processing your payment. Try again in a little bit.',
  payment_method_provider_decline: 'The payment attempt was declined by the issuer or customer.',
};

/** Gives a pending intent the outcome that was set for it. */
export function settleIntent(intent: Intent, context: DecisionContext): StripeDecision {
  const { pending, payment_method: id } = intent;
  if (!pending || id === null) return unchanged;
  const method = context.objects.get('payment_method', id);
  if (pending.status === 'succeeded') return succeed({ intent: { ...intent, pending: null }, method, context });
  const code = pending.failure ?? 'processing_error';
  const message = refusals[code] ?? 'The payment could not be collected from the account.';
  return declineCharge({ intent, method, context }, { code, message });
}

/** Receives a bank transfer: the intent succeeds once it is fully funded. */
export function fundIntent(intent: Intent, amount: number, context: DecisionContext): StripeDecision {
  const funded = intent.funded + amount;
  if (funded < intent.amount) return stored({ ...intent, funded }, 'payment_intent.partially_funded');
  const method = context.objects.get('payment_method', intent.payment_method!);
  return succeed({ intent: { ...intent, funded }, method, context });
}
