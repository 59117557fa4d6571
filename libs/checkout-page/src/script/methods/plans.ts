import { listAt, numberAt, textAt, type Json } from '../json';

/** What a choice of the customer names. */
export interface ChosenPlan {
  readonly count: number;
  readonly frequency: string;
}

/** A plan of installments of a listing, with its sums in minor units. */
export interface Plan extends ChosenPlan {
  readonly each: number;
  /** With the interest: what a confirmation with the plan charges. */
  readonly total: number;
}

/** How often the page can say that an installment is due. */
const known = 'month';

/** The listing has sums of the currency's main unit, as numbers. */
export const minorUnits = (sum: number | undefined, digits: number): number | undefined =>
  sum === undefined ? undefined : Math.round(sum * 10 ** digits);

function planOf(one: Json, digits: number): Plan[] {
  const count = numberAt(one, 'number_of_installments');
  const frequency = textAt(one, 'billing_frequency');
  const each = minorUnits(numberAt(one, 'amount_details', 'amount_per_installment'), digits);
  const total = minorUnits(numberAt(one, 'amount_details', 'total_amount'), digits);
  if (count === undefined || each === undefined || total === undefined || frequency !== known) return [];
  return [{ count, frequency, each, total }];
}

/** The plans that the listing has for a payment method: those that an account can charge. */
export const plansOf = (list: Json, paymentMethod: string, digits: number): readonly Plan[] =>
  listAt(list, 'intent_data', 'installment_options')
    .filter((options) => textAt(options, 'payment_method') === paymentMethod)
    .flatMap((options) => listAt(options, 'available_plans'))
    .flatMap((one) => planOf(one, digits));

/** Whether the listing has a plan for any payment method. */
export const hasPlans = (list: Json): boolean => listAt(list, 'intent_data', 'installment_options').length > 0;

/** The choice that the payment has already, of the merchant or of an earlier try; null: none. */
export function storedPlan(payment: Json): ChosenPlan | null {
  const count = numberAt(payment, 'installment_data', 'number_of_installments');
  const frequency = textAt(payment, 'installment_data', 'billing_frequency');
  return count === undefined || frequency === undefined ? null : { count, frequency };
}

/** What the payment costs without a plan, in minor units; undefined where the response does not say. */
export function inFull(payment: Json): number | undefined {
  const total = numberAt(payment, 'net_amount');
  return total === undefined ? undefined : total - (numberAt(payment, 'installment_data', 'installment_interest') ?? 0);
}

export const isSamePlan = (one: ChosenPlan, other: ChosenPlan | null): boolean =>
  one.count === other?.count && one.frequency === other.frequency;

/** The choice as a confirmation has it; null takes an earlier one back. */
export const planData = (plan: ChosenPlan | null): object | null =>
  plan && { number_of_installments: plan.count, billing_frequency: plan.frequency };
