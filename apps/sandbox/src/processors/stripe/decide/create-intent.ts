import { nulls, pick } from '../../../kit/objects/decision';
import type { Refusal } from '../errors';
import { invalidRequest, unexpectedState } from '../errors';
import type { Intent } from '../objects/records';
import type { CreateIntent, UpdateIntent } from '../params/intent-params';
import { amountProblem, currencyProblem } from '../params/parts';
import { confirmIntent } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { refused } from './decision';
import { creationDecision, customerProblem, newIntent, openStatuses, updateWith } from './intents';
import { splitOf, splitProblem } from './split';

const initial = {
  ...nulls('setup_future_usage', 'shipping', 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix'),
  ...nulls('transfer_group', 'latest_charge', 'canceled_at', 'pending'),
  amount_capturable: 0,
  amount_received: 0,
  confirmation_method: 'automatic',
  funded: 0,
} as const;

/** The parameters that both calls set as they are. */
const paymentFields = ({ capture_method, ...input }: CreateIntent | UpdateIntent) => ({
  ...pick(input, 'setup_future_usage', 'shipping', 'receipt_email'),
  ...pick(input, 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'),
  ...(capture_method && { capture_method }),
});

/** Creates an intent and confirms it if `confirm` is set. */
export function createIntent(input: CreateIntent, context: DecisionContext): StripeDecision {
  const { currency, amount_details: amountDetails, payment_details: paymentDetails } = input;
  const problem =
    currencyProblem(currency) ??
    amountProblem(input.amount, currency) ??
    customerProblem(input.customer, context) ??
    splitProblem(input, context.account) ??
    confirmOnly(input);
  if (problem) return refused(problem);
  const split = splitOf(input);
  const intent: Intent = {
    ...newIntent('payment_intent', input, currency, context),
    ...initial,
    amount: input.amount + (context.variation.amountDelta ?? 0),
    currency,
    capture_method: context.apiVersion >= '2024-04-10' ? 'automatic_async' : 'automatic',
    ...pick(input, 'confirmation_method'),
    ...paymentFields(input),
    ...(split && { split }),
    ...(amountDetails && { amountDetails }),
    ...(paymentDetails && { paymentDetails }),
  };
  return creationDecision(intent, input, context, () => confirmIntent(intent, input, context));
}

/** Parameters that are allowed only together with `confirm`. */
function confirmOnly(input: CreateIntent): Refusal | undefined {
  const names = ['return_url', 'off_session', 'mandate_data', 'error_on_requires_action'] as const;
  const early = names.find((name) => input[name] !== undefined);
  if (input.confirm || early === undefined) return undefined;
  return invalidRequest(
    `The parameter \`${early}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    { param: early },
  );
}

/** Updates an intent; amount, currency, customer and payment method change only while the intent is unpaid. */
export function updateIntent(intent: Intent, input: UpdateIntent, context: DecisionContext): StripeDecision {
  const { id, status } = intent;
  const names = ['amount', 'currency', 'payment_method', 'customer'] as const;
  const locked = names.find((name) => input[name] !== undefined);
  if (locked && !openStatuses.includes(status)) {
    const message = `This PaymentIntent's ${locked} could not be updated because it has a status of ${status}. You may only update the ${locked} of a PaymentIntent with one of the following statuses: ${openStatuses.join(', ')}.`;
    return refused(unexpectedState(message, id));
  }
  const { amount = intent.amount, currency = intent.currency } = input;
  const problem = currencyProblem(currency) ?? amountProblem(amount, currency);
  if (problem) return refused(problem);
  const namesMethod = input.payment_method !== undefined || input.payment_method_data !== undefined;
  const reopened = namesMethod && ({ nextAction: null, lastError: null } as const);
  return updateWith(intent, input, context, { amount, currency, ...paymentFields(input), ...reopened });
}
