import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';
import { isPage, paymentMethodTypeOf } from '../payment-method-types';
import type { Intent, NextAction, PaymentMethod, SetupIntent } from '../objects/records';
import type { DecisionContext } from './decision';

const pageLifeMs = 36_000_000;
const voucherLifeMs = 7 * 86_400_000;

type AnyIntent = Intent | SetupIntent;

/** The next action that this payment method requires of the customer, and the key of its page. */
export function nextActionOf(intent: AnyIntent, method: PaymentMethod, { moment }: DecisionContext): NextAction {
  const { name, flow, action } = paymentMethodTypeOf(method.type)!;
  const lifeMs = flow === 'voucher' || flow === 'bank_transfer' ? voucherLifeMs : pageLifeMs;
  const base = { key: moment.newId('payatt'), name, expiresAtMs: moment.nowMs + lifeMs };
  switch (flow) {
    case 'debit':
      return { ...base, type: 'verify_with_microdeposits' };
    case 'voucher':
      return { ...base, type: 'multibanco_display_details' };
    case 'bank_transfer':
      return { ...base, type: 'display_bank_transfer_instructions' };
    case 'app':
      return { ...base, type: 'blik_authorize' };
    case 'card':
    case 'page':
    case 'page_then_later':
      return { ...base, type: intent.object === 'payment_intent' && action ? action : redirectOf(intent) };
  }
}

/** Without a return URL, Stripe's own script shows the page. */
const redirectOf = ({ returnUrl }: AnyIntent): NextAction['type'] =>
  returnUrl === null ? 'use_stripe_sdk' : 'redirect_to_url';

/** Payment methods that may redirect the customer need a `return_url`. */
export function returnUrlProblem(intent: AnyIntent, method: PaymentMethod): Refusal | undefined {
  if (intent.returnUrl !== null) return undefined;
  const noun = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  if (intent.automaticMethods?.allow_redirects === 'always') {
    return invalidRequest(
      `This ${noun} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
    );
  }
  if (!isPage(method.type) || paymentMethodTypeOf(method.type)?.action?.includes('qr_code')) return undefined;
  return invalidRequest(
    `A \`return_url\` must be provided when confirming a ${noun} with a ${method.type} payment method.`,
    {
      code: 'parameter_missing',
      param: 'return_url',
    },
  );
}

/** The payment method's type must be one that the intent accepts. */
export function typeProblem(intent: AnyIntent, method: PaymentMethod): Refusal | undefined {
  if (intent.methodTypes.includes(method.type)) return undefined;
  const noun = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  const types = intent.methodTypes.join(', ');
  return invalidRequest(
    `The PaymentMethod provided (${method.type}) is not allowed for this ${noun}. Please attach a PaymentMethod of one of the following types: ${types}. Alternately update the allowed payment_method_types for this ${noun} to include "${method.type}".`,
    { param: 'payment_method' },
  );
}
