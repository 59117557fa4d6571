import type { InstallmentPlan, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { AuthorizeOperation } from '@payorch/operations';
import type { MinorUnits, Money } from '@payorch/kernel';
import { isSameValue } from '@payorch/kernel';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { percentageOf } from './percentage';
import type { ChosenPlan } from './terms';

const field = 'installment_data';

/** The plans that the merchant offers; without any valid one none. */
export const offeredPlans = ({ terms: { plans: read } }: Pick<Payment, 'terms'>): readonly InstallmentPlan[] =>
  read.kind === 'plans' ? read.plans : [];

const isChosen =
  (choice: ChosenPlan) =>
  ({ count, frequency }: InstallmentPlan): boolean =>
    count === choice.count && frequency === choice.frequency;

/** The offered plans that the choice can mean: one of each payment method. */
function meantPlans(payment: Payment): readonly InstallmentPlan[] {
  const { chosenPlan: choice } = payment.terms;
  return choice === null ? [] : offeredPlans(payment).filter(isChosen(choice));
}

const methodOf = (payment: Payment): string | undefined => activeAttempt(payment).method?.paymentMethod;

const fitsMethod = (payment: Payment) => {
  const paymentMethod = methodOf(payment);
  return (plan: InstallmentPlan): boolean => plan.paymentMethod === paymentMethod;
};

const hasOneRate = (plans: readonly InstallmentPlan[]): boolean =>
  new Set(plans.map(({ interestRate }) => interestRate)).size === 1;

/**
 * The plan of the total. A choice counts before the customer has chosen its payment method: a page shows the total first, and
 * the charge must be the same.
 */
function planOfTotal(payment: Payment): InstallmentPlan | null {
  const meant = meantPlans(payment);
  return meant.find(fitsMethod(payment)) ?? (hasOneRate(meant) ? meant[0]! : null);
}

/** Refuses to store a choice whose interest the payment method would decide: the total would change after it was shown. */
export function refuseUnclearChoice(payment: Payment): Refusal | undefined {
  const meant = meantPlans(payment);
  return meant.length === 0 || hasOneRate(meant)
    ? undefined
    : refuse('invalid_request', {
        message: 'The rate of this plan depends on the payment method: choose it with the confirmation',
        path: field,
      });
}

/** The interest of all installments: `amount` × rate / 100 in minor units, rounded half up. */
export const interestOf = (
  { amount }: Pick<Money, 'amount'>,
  { interestRate }: Pick<InstallmentPlan, 'interestRate'>,
): MinorUnits => percentageOf(amount, interestRate);

/** The payment with the interest of its chosen plan, for its present amount and payment method. */
export function withInterest(payment: Payment): Payment {
  const plan = planOfTotal(payment);
  const installmentInterest = plan && interestOf(payment.money, plan);
  return installmentInterest === payment.extras.installmentInterest
    ? payment
    : { ...payment, extras: { ...payment.extras, installmentInterest } };
}

/** Refuses a choice that the merchant does not offer, for a payment method if one is given. */
function refuseChoice(
  { terms: { plans: read } }: Pick<Payment, 'terms'>,
  choice: ChosenPlan,
  paymentMethod?: string,
): Refusal | undefined {
  // Stored before a request's options were checked.
  if (read.kind === 'wrong') return refuse('value_not_allowed', { field: read.field, allowed: read.allowed });
  if (read.kind === 'none') {
    return refuse('invalid_request', {
      message: 'Installment options are not configured for this payment',
      path: field,
    });
  }
  const fits = (plan: InstallmentPlan) => paymentMethod === undefined || plan.paymentMethod === paymentMethod;
  if (read.plans.filter(fits).some(isChosen(choice))) return undefined;
  const { count, frequency } = choice;
  return refuse('invalid_request', {
    message: `No installment plan found for ${count} installments with ${frequency} billing frequency`,
    path: field,
  });
}

/** Refuses a client's choice that is no plan of the merchant's; the confirmation compares the payment method too. */
export function refuseClientsChoice(payment: Payment, choice: ChosenPlan | null): Refusal | undefined {
  return choice === null || isSameValue(choice, payment.terms.chosenPlan) ? undefined : refuseChoice(payment, choice);
}

/** Refuses to confirm with a plan that the merchant does not offer for the payment method. */
export function refusePlan(payment: Payment): Refusal | undefined {
  const { chosenPlan: choice } = payment.terms;
  return choice === null ? undefined : refuseChoice(payment, choice, methodOf(payment));
}

/** The chosen plan as the processor gets it. */
export function installmentsOf(payment: Payment): Pick<AuthorizeOperation, 'installments'> {
  const plan = meantPlans(payment).find(fitsMethod(payment));
  return plan ? { installments: { count: plan.count, frequency: plan.frequency } } : {};
}
