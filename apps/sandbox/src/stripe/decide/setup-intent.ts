import type { Refusal, StripeError } from '../errors';
import { invalidRequest } from '../errors';
import { becomesDebit, methodOf } from '../methods';
import type { PaymentMethod, SetupIntent } from '../objects/records';
import type { ConfirmSetup, CreateSetup, UpdateSetup } from '../params/intent-params';
import { nextActionOf, returnProblem, typeProblem } from './actions';
import { declineError } from './charges';
import { beginningOf, begun, changedAlike, customerProblem, updatedBy } from './beginning';
import type { Bench, StripeDecision } from './decision';
import { kept, refused, secondsOf } from './decision';
import { generatedDebit } from './generated-debit';
import { chosenMethod, ownerProblem } from './make-method';

const begin = (given: CreateSetup, bench: Bench): SetupIntent => ({
  object: 'setup_intent',
  ...beginningOf(given, 'seti', null, bench),
  usage: given.usage ?? 'off_session',
  attempt: null,
});

const attempted = (
  setup: SetupIntent,
  method: PaymentMethod,
  status: string,
  { moment }: Bench,
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

/** The method is saved: for its customer, where there is one. */
export function finishSetup(setup: SetupIntent, method: PaymentMethod, bench: Bench): StripeDecision {
  const saved: PaymentMethod = {
    ...method,
    ...(becomesDebit(method.type)
      ? { consumed: true }
      : {
          customer: setup.customer ?? method.customer,
          setUp: method.setUp || setup.usage === 'off_session',
        }),
  };
  const debit = generatedDebit(method, setup.customer, bench);
  const done: SetupIntent = {
    ...attempted(setup, method, 'succeeded', bench, debit?.id),
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

/** The method cannot be saved; another may be tried. */
export function failSetup(setup: SetupIntent, method: PaymentMethod, error: StripeError, bench: Bench): StripeDecision {
  const failed: SetupIntent = {
    ...attempted(setup, method, 'failed', bench),
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

function asks(setup: SetupIntent, method: PaymentMethod, bench: Bench): StripeDecision {
  const waiting: SetupIntent = {
    ...attempted(setup, method, 'requires_action', bench),
    status: 'requires_action',
    paymentMethod: method.id,
    nextAction: nextActionOf(setup, method, bench),
    lastError: null,
  };
  return {
    shown: waiting,
    changed: [method, waiting],
    events: [{ type: 'setup_intent.requires_action', record: waiting }],
  };
}

function needsAuthentication(setup: SetupIntent, { card }: PaymentMethod): boolean {
  const wish = card?.trait?.authentication;
  if (wish === 'unsupported') return false;
  const asked = setup.methodOptions['card']?.['request_three_d_secure'];
  return wish === 'always' || wish === 'unless_set_up' || asked === 'any' || asked === 'challenge';
}

function save(setup: SetupIntent, method: PaymentMethod, bench: Bench): StripeDecision {
  if (method.type !== 'card') {
    const asksFirst = methodOf(method.type)?.flow !== 'debit' || method.type === 'us_bank_account';
    return asksFirst ? asks(setup, method, bench) : finishSetup(setup, method, bench);
  }
  const trait = method.card?.trait;
  if (needsAuthentication(setup, method)) return asks(setup, method, bench);
  if (!trait?.decline || trait.savable) return finishSetup(setup, method, bench);
  const error = declineError(trait.decline, method);
  return { ...failSetup(setup, method, error, bench), refusal: { http: 402, error, about: setup.id } };
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

/** Tries to save the method that is named now or was named before. */
export function confirmSetup(setup: SetupIntent, given: ConfirmSetup | CreateSetup, bench: Bench): StripeDecision {
  if (!confirmable.includes(setup.status)) return refused(wrongState(setup, 'confirm'));
  const named = given.payment_method ?? setup.paymentMethod ?? undefined;
  const read = chosenMethod(given.payment_method_data ? given : { payment_method: named }, bench);
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
    returnUrl: given.return_url ?? setup.returnUrl,
    methodOptions: { ...setup.methodOptions, ...given.payment_method_options },
    delivery: bench.delivery ?? setup.delivery,
  };
  const method = read.value;
  const problem = typeProblem(ready, method) ?? ownerProblem(method, ready.customer) ?? returnProblem(ready, method);
  return problem ? refused(problem) : save(ready, method, bench);
}

export function createSetup(given: CreateSetup, bench: Bench): StripeDecision {
  const problem = customerProblem(given.customer, bench);
  if (problem) return refused(problem);
  const setup = begin(given, bench);
  return begun(setup, given, bench, () => confirmSetup(setup, given, bench));
}

export const updateSetup = (setup: SetupIntent, given: UpdateSetup, bench: Bench): StripeDecision =>
  updatedBy(given, bench, (method) => ({
    ...setup,
    ...changedAlike(setup, given),
    ...(method ? { paymentMethod: method.id, status: 'requires_confirmation' } : {}),
  }));

export function cancelSetup(setup: SetupIntent, reason: string | null): StripeDecision {
  if (!confirmable.includes(setup.status)) return refused(wrongState(setup, 'cancel'));
  const canceled: SetupIntent = { ...setup, status: 'canceled', cancellationReason: reason, nextAction: null };
  return kept(canceled, 'setup_intent.canceled');
}
