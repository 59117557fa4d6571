import type { Money, MinorUnits } from '@payorch/kernel';
import { isZero, minorUnits } from '@payorch/kernel';
import type { SurchargeOutput } from '@payorch/routing-rules';
import type { Attempt } from '../attempt';
import type { DecideContext } from '../decision';
import { isCustomerAbsent } from '../method/chosen-method';
import type { Payment } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { requestedExtrasOf, withRuled } from '../ruled';
import { percentageOf } from './percentage';
import { routingFactsOf } from './routing-facts';

/** What a customer pays on top of a total, by a rule. */
export interface Surcharge {
  readonly amount: MinorUnits;
  /** Null: the rule has no tax. */
  readonly tax: MinorUnits | null;
}

/** The surcharge of a rule: a rate is of the total without it, and the tax is of the surcharge. Each is rounded half up. */
export function surchargeFor(
  { amount: total }: Pick<Money, 'amount'>,
  { surcharge, taxOnSurcharge }: SurchargeOutput,
): Surcharge {
  const amount =
    surcharge.type === 'fixed' ? minorUnits(BigInt(surcharge.amount)) : percentageOf(total, surcharge.percentage);
  return { amount, tax: taxOnSurcharge === null ? null : percentageOf(amount, taxOnSurcharge) };
}

/** Whether rules may add a surcharge: the merchant has said nothing, and a customer is there to agree to a total above zero. */
function mayHaveSurcharge(payment: Payment): boolean {
  const { surchargeAmount, surchargeTaxAmount } = requestedExtrasOf(payment);
  return (
    surchargeAmount === null && surchargeTaxAmount === null && !isZero(netAmount(payment)) && !isCustomerAbsent(payment)
  );
}

/** What the rules add for a payment method of the payment; null: nothing. `payment` has no surcharge of a rule. */
export function ruledSurcharge(
  payment: Payment,
  attempt: Attempt,
  { surcharge: rules }: Pick<NonNullable<DecideContext['merchantRules']>, 'surcharge'>,
): SurchargeOutput | null {
  if (!rules || !mayHaveSurcharge(payment)) return null;
  return rules.decide(routingFactsOf(payment, attempt, rules.needs) ?? { values: {} });
}

/** The payment with the surcharge of the merchant's rules for its payment method, where the merchant requested none itself. */
export function withSurcharge(payment: Payment, { merchantRules }: Pick<DecideContext, 'merchantRules'>): Payment {
  const attempt = activeAttempt(payment);
  const output = merchantRules && attempt.method && ruledSurcharge(payment, attempt, merchantRules);
  if (!output) return payment;
  const { amount: surchargeAmount, tax: surchargeTaxAmount } = surchargeFor(netAmount(payment), output);
  const extras = { ...payment.extras, surchargeAmount, surchargeTaxAmount };
  return withRuled({ ...payment, extras }, { surcharge: true });
}
