import type { Refusal, StripeError } from '../errors';
import { invalidRequest } from '../errors';
import { becomesDebit, paymentMethodTypeOf } from '../payment-method-types';
import type { PaymentMethod, SetupIntent } from '../objects/records';
import type { ConfirmSetup, CreateSetup, UpdateSetup } from '../params/intent-params';
import { nextActionOf, returnUrlProblem, typeProblem } from './next-action';
import { declineError } from './charges';
import { initialFields, creationDecision, sharedChanges, customerProblem, updateWith } from './shared-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { stored, refused, secondsOf } from './decision';
import { generatedDebit } from './generated-debit';
import { requestedPaymentMethod, ownerProblem } from './payment-methods';

const newSetup = (input: CreateSetup, context: DecisionContext): SetupIntent => ({
  object: 'setup_intent',
  ...initialFields(input, 'seti', null, context),
  usage: input.usage ?? 'off_session',
  attempt: null,
});

const withAttempt = (
  setup: SetupIntent,
  method: PaymentMethod,
  status: string,
  { moment }: DecisionContext,
  generated: string | null = null,
): SetupIntent => ({
  ...setup,
  attempt: {
    generatedDebit: generated,
    id: setup.attempt?.id ?? moment.newId('setatt'),
    created: secondsOf(moment.nowMs),
    method: method.id,
    status,
  },
});

/** Saves the payment method, for its customer if the set-up has one. */
export function finishSetup(setup: SetupIntent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  const saved: PaymentMethod = {
    ...method,
    ...(becomesDebit(method.type)
      ? { consumed: true }
      : {
          customer: setup.customer ?? method.customer,
          setUp: method.setUp || setup.usage === 'off_session',
        }),
  };
  const debit = generatedDebit(method, setup.customer, context);
  const done: SetupIntent = {
    ...withAttempt(setup, method, 'succeeded', context, debit?.id),
    status: 'succeeded',
    paymentMethod: method.id,
    nextAction: null,
    lastError: null,
  };
  const attached = saved.customer === method.customer ? [] : [{ type: 'payment_method.attached', record: saved }];
  return {
    shown: done,
    changed: [saved, ...(debit ? [debit] : []), done],
    events: [...attached, { type: 'setup_intent.succeeded', record: done }],
  };
}

/** The payment method cannot be saved; the set-up requires another one. */
export function failSetup(
  setup: SetupIntent,
  method: PaymentMethod,
  error: StripeError,
  context: DecisionContext,
): StripeDecision {
  const failed: SetupIntent = {
    ...withAttempt(setup, method, 'failed', context),
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastError: error,
  };
  return {
    shown: failed,
    changed: [method, failed],
    events: [{ type: 'setup_intent.setup_failed', record: failed }],
  };
}

function requireAction(setup: SetupIntent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  const requiringAction: SetupIntent = {
    ...withAttempt(setup, method, 'requires_action', context),
    status: 'requires_action',
    paymentMethod: method.id,
    nextAction: nextActionOf(setup, method, context),
    lastError: null,
  };
  return {
    shown: requiringAction,
    changed: [method, requiringAction],
    events: [{ type: 'setup_intent.requires_action', record: requiringAction }],
  };
}

function needsAuthentication(setup: SetupIntent, { card }: PaymentMethod): boolean {
  const authentication = card?.trait?.authentication;
  if (authentication === 'unsupported') return false;
  const requestedThreeDSecure = setup.methodOptions['card']?.['request_three_d_secure'];
  return (
    authentication === 'always' ||
    authentication === 'unless_set_up' ||
    requestedThreeDSecure === 'any' ||
    requestedThreeDSecure === 'challenge'
  );
}

function save(setup: SetupIntent, method: PaymentMethod, context: DecisionContext): StripeDecision {
  if (method.type !== 'card') {
    const requiresAction = paymentMethodTypeOf(method.type)?.flow !== 'debit' || method.type === 'us_bank_account';
    return requiresAction ? requireAction(setup, method, context) : finishSetup(setup, method, context);
  }
  const trait = method.card?.trait;
  if (needsAuthentication(setup, method)) return requireAction(setup, method, context);
  if (!trait?.decline || trait.savable) return finishSetup(setup, method, context);
  const error = declineError(trait.decline, method);
  return { ...failSetup(setup, method, error, context), refusal: { http: 402, error, about: setup.id } };
}

const confirmable: readonly SetupIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

const wrongState = (setup: SetupIntent, verb: string): Refusal =>
  invalidRequest(`You cannot ${verb} this SetupIntent because it has a status of ${setup.status}.`, {
    code: 'setup_intent_unexpected_state',
  });

/** Sets up the payment method of this request, else the one set before. */
export function confirmSetup(
  setup: SetupIntent,
  input: ConfirmSetup | CreateSetup,
  context: DecisionContext,
): StripeDecision {
  if (!confirmable.includes(setup.status)) return refused(wrongState(setup, 'confirm'));
  const named = input.payment_method ?? setup.paymentMethod ?? undefined;
  const read = requestedPaymentMethod(input.payment_method_data ? input : { payment_method: named }, context);
  if ('refusal' in read) return refused(read.refusal);
  if (!read.value) {
    return refused(
      invalidRequest(
        "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
        { code: 'setup_intent_unexpected_state' },
      ),
    );
  }
  const ready: SetupIntent = {
    ...setup,
    returnUrl: input.return_url ?? setup.returnUrl,
    methodOptions: { ...setup.methodOptions, ...input.payment_method_options },
    delivery: context.delivery ?? setup.delivery,
  };
  const method = read.value;
  const problem = typeProblem(ready, method) ?? ownerProblem(method, ready.customer) ?? returnUrlProblem(ready, method);
  return problem ? refused(problem) : save(ready, method, context);
}

export function createSetup(input: CreateSetup, context: DecisionContext): StripeDecision {
  const problem = customerProblem(input.customer, context);
  if (problem) return refused(problem);
  const setup = newSetup(input, context);
  return creationDecision(setup, input, context, () => confirmSetup(setup, input, context));
}

export const updateSetup = (setup: SetupIntent, input: UpdateSetup, context: DecisionContext): StripeDecision =>
  updateWith(input, context, (method) => ({
    ...setup,
    ...sharedChanges(setup, input),
    ...(method ? { paymentMethod: method.id, status: 'requires_confirmation' } : {}),
  }));

export function cancelSetup(setup: SetupIntent, reason: string | null): StripeDecision {
  if (!confirmable.includes(setup.status)) return refused(wrongState(setup, 'cancel'));
  const canceled: SetupIntent = { ...setup, status: 'canceled', cancellationReason: reason, nextAction: null };
  return stored(canceled, 'setup_intent.canceled');
}
