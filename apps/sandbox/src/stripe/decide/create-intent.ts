import type { Refusal } from '../errors';
import { invalidRequest, unexpectedState } from '../errors';
import type { Intent } from '../objects/records';
import { amountProblem, currencyProblem } from '../params/amounts';
import type { CreateIntent, UpdateIntent } from '../params/intent-params';
import { initialFields, createOrConfirm, sharedChanges, customerProblem, updateWith } from './shared-intent';
import { confirmIntent } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { refused } from './decision';

const begin = (given: CreateIntent, context: DecisionContext): Intent => ({
  object: 'payment_intent',
  ...initialFields(given, 'pi', given.currency, context),
  amount: given.amount + (context.variation.amountDelta ?? 0),
  amountCapturable: 0,
  amountReceived: 0,
  currency: given.currency,
  captureMethod: given.capture_method ?? (context.apiVersion >= '2024-04-10' ? 'automatic_async' : 'automatic'),
  confirmationMethod: given.confirmation_method ?? 'automatic',
  setupFutureUsage: given.setup_future_usage ?? null,
  shipping: given.shipping ?? null,
  receiptEmail: given.receipt_email ?? null,
  statementDescriptor: given.statement_descriptor ?? null,
  statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
  transferGroup: given.transfer_group ?? null,
  latestCharge: null,
  canceledAt: null,
  pending: null,
  funded: 0,
});

/** Parameters that are allowed only together with `confirm`. */
function confirmOnly(given: CreateIntent): Refusal | undefined {
  const early = (['return_url', 'off_session', 'mandate_data', 'error_on_requires_action'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (given.confirm || early === undefined) return undefined;
  return invalidRequest(
    `The parameter \`${early}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
    {
      param: early,
    },
  );
}

/** Creates an intent and confirms it if `confirm` is set. */
export function createIntent(given: CreateIntent, context: DecisionContext): StripeDecision {
  const { currency } = given;
  const problem =
    currencyProblem(currency) ??
    amountProblem(given.amount, currency) ??
    customerProblem(given.customer, context) ??
    confirmOnly(given);
  if (problem) return refused(problem);
  const intent = begin(given, context);
  return createOrConfirm(intent, given, context, () => confirmIntent(intent, given, context));
}

const openStates: readonly Intent['status'][] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Updates an intent; amount, currency, customer and payment method change only while the intent is unpaid. */
export function updateIntent(intent: Intent, given: UpdateIntent, context: DecisionContext): StripeDecision {
  const open = openStates.includes(intent.status);
  const locked = (['amount', 'currency', 'payment_method', 'customer'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (locked && !open) {
    return refused(
      unexpectedState(
        `This PaymentIntent's ${locked} could not be updated because it has a status of ${intent.status}. You may only update the ${locked} of a PaymentIntent with one of the following statuses: ${openStates.join(', ')}.`,
        intent.id,
      ),
    );
  }
  const { amount = intent.amount, currency = intent.currency } = given;
  const problem = currencyProblem(currency) ?? amountProblem(amount, currency);
  if (problem) return refused(problem);
  return updateWith(given, context, (method): Intent => ({
    ...intent,
    ...sharedChanges(intent, given),
    amount,
    currency,
    captureMethod: given.capture_method ?? intent.captureMethod,
    setupFutureUsage: given.setup_future_usage === undefined ? intent.setupFutureUsage : given.setup_future_usage,
    receiptEmail: given.receipt_email === undefined ? intent.receiptEmail : given.receipt_email,
    shipping: given.shipping === undefined ? intent.shipping : given.shipping,
    statementDescriptor: given.statement_descriptor ?? intent.statementDescriptor,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? intent.statementDescriptorSuffix,
    transferGroup: given.transfer_group ?? intent.transferGroup,
    ...(method ? { paymentMethod: method.id, status: 'requires_confirmation', nextAction: null, lastError: null } : {}),
  }));
}
