import type { Refusal } from '../errors';
import { invalidRequest, unexpectedState } from '../errors';
import type { Intent } from '../objects/records';
import { amountProblem, currencyProblem } from '../params/amounts';
import type { CreateIntent, UpdateIntent } from '../params/intent-params';
import { initialFields, creationDecision, sharedChanges, customerProblem, updateWith } from './shared-intent';
import { confirmIntent } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { refused } from './decision';
import { splitOf, splitProblem } from './split';

const newIntent = (input: CreateIntent, context: DecisionContext): Intent => ({
  object: 'payment_intent',
  ...initialFields(input, 'pi', input.currency, context),
  amount: input.amount + (context.variation.amountDelta ?? 0),
  amountCapturable: 0,
  amountReceived: 0,
  currency: input.currency,
  captureMethod: input.capture_method ?? (context.apiVersion >= '2024-04-10' ? 'automatic_async' : 'automatic'),
  confirmationMethod: input.confirmation_method ?? 'automatic',
  setupFutureUsage: input.setup_future_usage ?? null,
  shipping: input.shipping ?? null,
  receiptEmail: input.receipt_email ?? null,
  statementDescriptor: input.statement_descriptor ?? null,
  statementDescriptorSuffix: input.statement_descriptor_suffix ?? null,
  transferGroup: input.transfer_group ?? null,
  latestCharge: null,
  canceledAt: null,
  pending: null,
  funded: 0,
  ...optionalFields(input),
});

/** The fields that most payments lack. */
function optionalFields(input: CreateIntent): Pick<Intent, 'split' | 'amountDetails' | 'paymentDetails'> {
  const split = splitOf(input);
  return {
    ...(split && { split }),
    ...(input.amount_details && { amountDetails: input.amount_details }),
    ...(input.payment_details && { paymentDetails: input.payment_details }),
  };
}

/** Parameters that are allowed only together with `confirm`. */
function confirmOnly(input: CreateIntent): Refusal | undefined {
  const early = (['return_url', 'off_session', 'mandate_data', 'error_on_requires_action'] as const).find(
    (name) => input[name] !== undefined,
  );
  if (input.confirm || early === undefined) return undefined;
  return invalidRequest(
    `The parameter \`${early}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    {
      param: early,
    },
  );
}

/** Creates an intent and confirms it if `confirm` is set. */
export function createIntent(input: CreateIntent, context: DecisionContext): StripeDecision {
  const { currency } = input;
  const problem =
    currencyProblem(currency) ??
    amountProblem(input.amount, currency) ??
    customerProblem(input.customer, context) ??
    splitProblem(input, context.account) ??
    confirmOnly(input);
  if (problem) return refused(problem);
  const intent = newIntent(input, context);
  return creationDecision(intent, input, context, () => confirmIntent(intent, input, context));
}

const openStates: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Updates an intent; amount, currency, customer and payment method change only while the intent is unpaid. */
export function updateIntent(intent: Intent, input: UpdateIntent, context: DecisionContext): StripeDecision {
  const open = openStates.includes(intent.status);
  const locked = (['amount', 'currency', 'payment_method', 'customer'] as const).find(
    (name) => input[name] !== undefined,
  );
  if (locked && !open) {
    return refused(
      unexpectedState(
        `This PaymentIntent's ${locked} could not be updated because it has a status of ${intent.status}. You may only update the ${locked} of a PaymentIntent with one of the following statuses: ${openStates.join(', ')}.`,
        intent.id,
      ),
    );
  }
  const { amount = intent.amount, currency = intent.currency } = input;
  const problem = currencyProblem(currency) ?? amountProblem(amount, currency);
  if (problem) return refused(problem);
  return updateWith(input, context, (method): Intent => ({
    ...intent,
    ...sharedChanges(intent, input),
    amount,
    currency,
    captureMethod: input.capture_method ?? intent.captureMethod,
    setupFutureUsage: input.setup_future_usage === undefined ? intent.setupFutureUsage : input.setup_future_usage,
    receiptEmail: input.receipt_email === undefined ? intent.receiptEmail : input.receipt_email,
    shipping: input.shipping === undefined ? intent.shipping : input.shipping,
    statementDescriptor: input.statement_descriptor ?? intent.statementDescriptor,
    statementDescriptorSuffix: input.statement_descriptor_suffix ?? intent.statementDescriptorSuffix,
    transferGroup: input.transfer_group ?? intent.transferGroup,
    ...(method ? { paymentMethod: method.id, status: 'requires_confirmation', nextAction: null, lastError: null } : {}),
  }));
}
