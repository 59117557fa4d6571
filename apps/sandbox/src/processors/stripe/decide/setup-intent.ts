import { nulls, secondsOf } from '../../../kit/objects/decision';
import type { Refusal, StripeError } from '../errors';
import { invalidRequest } from '../errors';
import type { PaymentMethod, SetupIntent } from '../objects/records';
import type { ConfirmSetup, CreateSetup, UpdateSetup } from '../params/intent-params';
import { becomesDebit, paymentMethodTypeOf } from '../payment-method-types';
import { attachedEvent, declineError } from './charges';
import { requestsThreeDSecure } from './confirm-intent';
import type { DecisionContext, StripeDecision } from './decision';
import { decided, refused, stored } from './decision';
import type { CancelReason } from './intents';
import * as intents from './intents';
import { generatedDebit } from './payment-methods';

type Setup = intents.Attempt<SetupIntent>;

const attemptOf = ({ intent, method, context: { moment } }: Setup, status: string, generated?: string) => ({
  generatedDebit: generated ?? null,
  id: intent.attempt?.id ?? moment.newId('setatt'),
  created: secondsOf(moment.nowMs),
  method: method.id,
  status,
});

/** Saves the payment method, for its customer if the set-up has one. */
export function finishSetup(setup: Setup): StripeDecision {
  const { intent, method, context } = setup;
  const { customer, usage } = intent;
  const saved: PaymentMethod = becomesDebit(method.type)
    ? { ...method, consumed: true }
    : { ...method, customer: customer ?? method.customer, setUp: method.setUp || usage === 'off_session' };
  const debit = generatedDebit(method, customer, context);
  const done: SetupIntent = {
    ...intent,
    attempt: attemptOf(setup, 'succeeded', debit[0]?.id),
    status: 'succeeded',
    payment_method: method.id,
    ...nulls('nextAction', 'lastError'),
  };
  const events = { ...attachedEvent(method, saved), 'setup_intent.succeeded': done };
  return decided(done, events, { also: [saved, ...debit] });
}

/** The payment method cannot be saved; the set-up requires another one. */
export function failSetup(setup: Setup, error: StripeError, refusal?: Refusal): StripeDecision {
  const { intent, method } = setup;
  const failed = { ...intents.requirePaymentMethod(intent, error), attempt: attemptOf(setup, 'failed') };
  return decided(failed, { 'setup_intent.setup_failed': failed }, { also: [method], refusal });
}

/** Whether the customer must act before the payment method is saved. */
function needsAction(setup: SetupIntent, { type, card }: PaymentMethod): boolean {
  if (type !== 'card') return paymentMethodTypeOf(type)?.flow !== 'debit' || type === 'us_bank_account';
  const authentication = card?.trait?.authentication;
  if (authentication === 'unsupported') return false;
  return authentication === 'always' || authentication === 'unless_set_up' || requestsThreeDSecure(setup);
}

function save(setup: Setup): StripeDecision {
  const { intent, method } = setup;
  if (needsAction(intent, method)) {
    return intents.requireAction(setup, { attempt: attemptOf(setup, 'requires_action') });
  }
  const trait = method.card?.trait;
  if (!trait?.decline || trait.savable) return finishSetup(setup);
  const error = declineError(trait.decline, method);
  return failSetup(setup, error, { http: 402, error, about: intent.id });
}

const unexpected = { code: 'setup_intent_unexpected_state' } as const;
const wrongState = ({ status }: SetupIntent, verb: string): Refusal =>
  invalidRequest(`You cannot ${verb} this SetupIntent because it has a status of ${status}.`, unexpected);

const noMethod =
  "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.";

/** Sets up the payment method of this request, else the one set before. */
export function confirmSetup(intent: SetupIntent, input: ConfirmSetup, context: DecisionContext): StripeDecision {
  if (!intents.openStatuses.includes(intent.status)) return refused(wrongState(intent, 'confirm'));
  return intents.confirmWith({ intent, context }, input, invalidRequest(noMethod, unexpected), (method) => {
    const ready: SetupIntent = {
      ...intent,
      returnUrl: input.return_url ?? intent.returnUrl,
      methodOptions: { ...intent.methodOptions, ...input.payment_method_options },
      delivery: context.delivery ?? intent.delivery,
    };
    const problem = intents.confirmationProblem(ready, method);
    return problem ? refused(problem) : save({ intent: ready, method, context });
  });
}

export function createSetup(input: CreateSetup, context: DecisionContext): StripeDecision {
  const problem = intents.customerProblem(input.customer, context);
  if (problem) return refused(problem);
  const { usage = 'off_session' } = input;
  const setup: SetupIntent = { ...intents.newIntent('setup_intent', input, null, context), usage, attempt: null };
  return intents.creationDecision(setup, input, context, () => confirmSetup(setup, input, context));
}

export const updateSetup = (setup: SetupIntent, input: UpdateSetup, context: DecisionContext): StripeDecision =>
  intents.updateWith(setup, input, context, {});

export function cancelSetup(setup: SetupIntent, { cancellation_reason = null }: CancelReason): StripeDecision {
  if (!intents.openStatuses.includes(setup.status)) return refused(wrongState(setup, 'cancel'));
  const canceled: SetupIntent = { ...setup, status: 'canceled', cancellation_reason, nextAction: null };
  return stored(canceled, 'setup_intent.canceled');
}
