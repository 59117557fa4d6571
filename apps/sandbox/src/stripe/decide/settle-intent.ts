import type { StripeError } from '../errors';
import { methodOf } from '../methods';
import type { Intent, PaymentMethod, SetupIntent } from '../objects/records';
import { declineCharge, giveBack, process, succeed } from './charges';
import { askIssuer } from './confirm-intent';
import type { Bench, StripeDecision } from './decision';
import { kept } from './decision';
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

function refusedByCustomer(intent: Intent, method: PaymentMethod): StripeDecision {
  const failed = giveBack(intent, attemptFailed(method));
  return kept(failed, 'payment_intent.payment_failed');
}

function agreed(intent: Intent, method: PaymentMethod, bench: Bench): StripeDecision {
  switch (methodOf(method.type)!.flow) {
    case 'card':
      return askIssuer(intent, method, bench, true);
    case 'debit':
    case 'page_then_later':
      return process(intent, method, bench, { afterMs: bench.settleAfterMs, failure: method.failure });
    case 'page':
    case 'app':
    case 'voucher':
    case 'bank_transfer':
      return succeed(intent, method, bench);
  }
}

/** The customer's choice on the page. */
export function completePage(asking: Intent | SetupIntent, confirmed: boolean, bench: Bench): StripeDecision {
  if (asking.paymentMethod === null || !asking.nextAction) return none;
  const method = bench.objects.get('payment_method', asking.paymentMethod);
  if (asking.object === 'payment_intent') {
    return confirmed ? agreed(asking, method, bench) : refusedByCustomer(asking, method);
  }
  return confirmed
    ? finishSetup(asking, method, bench)
    : failSetup(asking, method, authenticationFailed(method, 'setup_intent_authentication_failure'), bench);
}

const refusals: Readonly<Record<string, string>> = {
  processing_error: 'An error occurred while processing your payment. Try again in a little bit.',
  payment_method_provider_decline: 'The payment attempt was declined by the issuer or customer.',
};
const bankRefused = (code: string) => ({
  code,
  message: refusals[code] ?? 'The payment could not be collected from the account.',
});

/** What was pending reaches the end that was set for it. */
export function settleIntent(intent: Intent, bench: Bench): StripeDecision {
  const { pending, paymentMethod } = intent;
  if (!pending || paymentMethod === null) return none;
  const method = bench.objects.get('payment_method', paymentMethod);
  if (pending.status === 'succeeded') return succeed({ ...intent, pending: null }, method, bench);
  return declineCharge(intent, method, bench, bankRefused(pending.failure ?? 'processing_error'));
}

/** Money comes in by bank transfer: the intent is paid once all of it is there. */
export function fundIntent(intent: Intent, amount: number, bench: Bench): StripeDecision {
  const funded = intent.funded + amount;
  const method = bench.objects.get('payment_method', intent.paymentMethod!);
  if (funded >= intent.amount) return succeed({ ...intent, funded }, method, bench);
  return kept({ ...intent, funded }, 'payment_intent.partially_funded');
}
