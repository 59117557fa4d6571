import type { Refusal } from '../errors';
import { cardError, invalidRequest, unexpectedState } from '../errors';
import { declines } from '../cards/traits';
import { methodOf } from '../methods';
import type { Intent, PaymentMethod, Pending } from '../objects/records';
import type { ConfirmIntent } from '../params/intent-params';
import { nextActionOf, returnProblem, typeProblem } from './actions';
import { declineCharge, giveBack, process, succeed } from './charges';
import type { Bench, StripeDecision } from './decision';
import { refused } from './decision';
import { chosenMethod, ownerProblem } from './make-method';
import { namedTypes } from './named-types';

type Confirmation = Pick<
  ConfirmIntent,
  | 'payment_method'
  | 'payment_method_data'
  | 'payment_method_options'
  | 'payment_method_types'
  | 'allowed_payment_method_types'
  | 'return_url'
  | 'off_session'
  | 'error_on_requires_action'
  | 'setup_future_usage'
  | 'receipt_email'
  | 'shipping'
  | 'capture_method'
>;

const confirmable: readonly Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

function stateProblem(intent: Intent): Refusal | undefined {
  if (confirmable.includes(intent.status)) return undefined;
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`;
  return unexpectedState(`You cannot confirm this PaymentIntent because ${why}`, intent.id);
}

/** What the confirmation changes of the intent itself. */
const amended = (intent: Intent, given: Confirmation, bench: Bench): Intent => ({
  ...intent,
  methodOptions: { ...intent.methodOptions, ...given.payment_method_options },
  methodTypes: namedTypes(given) ?? intent.methodTypes,
  returnUrl: given.return_url ?? intent.returnUrl,
  setupFutureUsage: given.setup_future_usage === undefined ? intent.setupFutureUsage : given.setup_future_usage,
  receiptEmail: given.receipt_email === undefined ? intent.receiptEmail : given.receipt_email,
  shipping: given.shipping === undefined ? intent.shipping : given.shipping,
  captureMethod: given.capture_method ?? intent.captureMethod,
  reference: bench.reference,
  delivery: bench.delivery ?? intent.delivery,
});

/** What Stripe refuses before any bank is asked. */
function methodProblem(intent: Intent, method: PaymentMethod): Refusal | undefined {
  const { currencies, manualCapture, flow } = methodOf(method.type)!;
  if (currencies && !currencies.includes(intent.currency)) {
    const supported = currencies.join(', ');
    return invalidRequest(
      `The currency provided (${intent.currency}) is invalid. Payments with ${method.type} support the following currencies: ${supported}.`,
      { param: 'currency' },
    );
  }
  if (intent.captureMethod === 'manual' && !manualCapture) {
    return invalidRequest(`The payment method type \`${method.type}\` does not support manual capture.`, {
      param: 'capture_method',
    });
  }
  if (flow === 'bank_transfer' && intent.customer === null) {
    return invalidRequest('You must provide a `customer` when using the customer_balance payment method.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  }
  return typeProblem(intent, method) ?? ownerProblem(method, intent.customer) ?? returnProblem(intent, method);
}

/** Whether the issuer wants the customer to identify, this time. */
function needsAuthentication(intent: Intent, { card, setUp }: PaymentMethod, offSession: boolean): boolean {
  const wish = card?.trait?.authentication;
  if (wish === 'unsupported') return false;
  if (wish === 'always') return true;
  const saved = setUp || wish === 'on_session';
  if (wish !== undefined && !(offSession && saved)) return true;
  const asked = intent.methodOptions['card']?.['request_three_d_secure'];
  return !offSession && (asked === 'any' || asked === 'challenge');
}

const waiting = (intent: Intent, method: PaymentMethod, bench: Bench): Intent => ({
  ...intent,
  status: 'requires_action',
  paymentMethod: method.id,
  lastError: null,
  nextAction: nextActionOf(intent, method, bench),
});

const asksCustomer = (asked: Intent, method: PaymentMethod): StripeDecision => ({
  shown: asked,
  changed: [method, asked],
  events: [{ type: 'payment_intent.requires_action', record: asked }],
});

/** What the card's issuer says, once it is clear who is paying. */
export function askIssuer(intent: Intent, method: PaymentMethod, bench: Bench, authenticated: boolean): StripeDecision {
  const decline = method.card?.trait?.decline;
  const applies = decline && (!decline.needsCvc || method.card?.hasCvc);
  return applies
    ? declineCharge(intent, method, bench, decline, authenticated)
    : succeed(intent, method, bench, authenticated);
}

/** The caller does not want to ask: the payment fails instead. */
function notAuthenticated(intent: Intent, method: PaymentMethod): StripeDecision {
  const { error, http } = cardError(
    "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
    {
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_method: method.id,
    },
  );
  const failed = giveBack(intent, error);
  return {
    shown: failed,
    changed: [method, failed],
    refusal: { http, error, about: failed.id },
    events: [{ type: 'payment_intent.payment_failed', record: failed }],
  };
}

function payByCard(intent: Intent, method: PaymentMethod, bench: Bench, given: Confirmation): StripeDecision {
  const offSession = given.off_session === true;
  if (!needsAuthentication(intent, method, offSession)) return askIssuer(intent, method, bench, false);
  if (offSession) return declineCharge(intent, method, bench, declines.authenticationRequired);
  if (given.error_on_requires_action) return notAuthenticated(intent, method);
  return asksCustomer(waiting(intent, method, bench), method);
}

function payByDebit(intent: Intent, method: PaymentMethod, bench: Bench): StripeDecision {
  const unverified = method.type === 'us_bank_account' && !method.setUp;
  const skipped = intent.methodOptions['us_bank_account']?.['verification_method'] === 'skip';
  if (unverified && !skipped) return asksCustomer(waiting(intent, method, bench), method);
  return process(intent, method, bench, { afterMs: bench.settleAfterMs, failure: method.failure });
}

/** The customer's app asks; what they say there comes later. */
function askInApp(intent: Intent, method: PaymentMethod, bench: Bench): StripeDecision {
  const { ms, status } = bench.variation.settlesLater ?? { ms: bench.settleAfterMs, status: 'succeeded' };
  const failure = status === 'failed' ? 'payment_method_provider_decline' : null;
  const pending: Pending = { atMs: bench.moment.nowMs + ms, status, failure };
  return asksCustomer({ ...waiting(intent, method, bench), pending }, method);
}

function pay(intent: Intent, method: PaymentMethod, bench: Bench, given: Confirmation): StripeDecision {
  const { settlesLater } = bench.variation;
  const { flow } = methodOf(method.type)!;
  if (settlesLater && flow !== 'app') {
    const failure = settlesLater.status === 'failed' ? 'processing_error' : null;
    return process(intent, method, bench, { afterMs: settlesLater.ms, failure });
  }
  switch (flow) {
    case 'card':
      return payByCard(intent, method, bench, given);
    case 'debit':
      return payByDebit(intent, method, bench);
    case 'app':
      return askInApp(intent, method, bench);
    case 'page':
      // Agreed to once for all: nobody is there to be asked again.
      if (method.setUp && given.off_session === true) return succeed(intent, method, bench);
      return asksCustomer(waiting(intent, method, bench), method);
    case 'page_then_later':
    case 'voucher':
    case 'bank_transfer':
      return asksCustomer(waiting(intent, method, bench), method);
  }
}

/** Tries to pay with the method that is named now or was named before. */
export function confirmIntent(intent: Intent, given: Confirmation, bench: Bench): StripeDecision {
  const wrongState = stateProblem(intent);
  if (wrongState) return refused(wrongState);
  const before = intent.paymentMethod;
  const read = chosenMethod(
    given.payment_method_data || given.payment_method || before === null ? given : { payment_method: before },
    bench,
  );
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) {
    return refused(
      unexpectedState(
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
        intent.id,
      ),
    );
  }
  const ready = amended(intent, given, bench);
  const problem = methodProblem(ready, read.value);
  return problem ? refused(problem) : pay(ready, read.value, bench, given);
}
