import type { InstallmentPlan, Json, JsonObject } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { money, toMajorText } from '@payorch/kernel';
import type { Payment } from '../../domain/payment';
import { netAmount } from '../../domain/payment';
import { interestOf, offeredPlans } from '../../domain/terms/installments';
import { amount } from './payment.parts';

/** `installment_data` of a payment: the chosen plan with its interest in minor units. */
export function installmentDataView(payment: Payment): JsonObject | null {
  const { chosenPlan: choice } = payment.terms;
  return (
    choice && {
      number_of_installments: choice.count,
      billing_frequency: choice.frequency,
      installment_interest: amount(payment.extras.installmentInterest),
    }
  );
}

/** In units of the currency, as the interface shows amounts to customers. */
const inMajorUnits = (sum: Money): number => Number(toMajorText(sum));

function planView(payment: Payment, plan: InstallmentPlan): JsonObject {
  const { count, frequency, interestRate } = plan;
  const extras = { ...payment.extras, installmentInterest: interestOf(payment.money, plan) };
  const total = netAmount({ money: payment.money, extras });
  const [sum, divisor] = [total.amount as bigint, BigInt(count)];
  // Rounded half up; the processor decides which installment has the rest.
  const each = money((2n * sum + divisor) / (2n * divisor), total.currency);
  return {
    number_of_installments: count,
    billing_frequency: frequency,
    interest_rate: interestRate,
    amount_details: { amount_per_installment: inMajorUnits(each), total_amount: inMajorUnits(total) },
  };
}

/** The plans that the customer may choose from, by payment method; null where the merchant offers none. */
export function installmentOptionsView(payment: Payment): Json {
  const plans = offeredPlans(payment);
  const methods = [...new Set(plans.map(({ paymentMethod }) => paymentMethod))];
  if (methods.length === 0) return null;
  return methods.map((method) => ({
    payment_method: method,
    available_plans: plans
      .filter(({ paymentMethod }) => paymentMethod === method)
      .map((plan) => planView(payment, plan)),
  }));
}
