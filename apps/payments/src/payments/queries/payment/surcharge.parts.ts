import type { ChoosableMethod, JsonObject } from '@payorch/contracts';
import { add, minorUnits, money, toMajorText } from '@payorch/kernel';
import type { MerchantRules } from '../../domain/merchant-rules';
import type { Payment } from '../../domain/payment';
import { pricedWith } from '../../domain/terms/surcharge';

/**
 * `surcharge_details` of a payment method before the confirmation; null: the merchant's rules add nothing. Displayed sums are in units
 * of the currency.
 */
export function surchargeDetailsView(
  payment: Payment,
  method: ChoosableMethod,
  rules: MerchantRules['surcharge'],
): JsonObject | null {
  const { payment: priced, output } = pricedWith(payment, method, rules);
  if (!output) return null;
  const { surcharge, taxOnSurcharge } = output;
  const { currency } = priced.money;
  const { surchargeAmount, surchargeTaxAmount } = priced.extras;
  const [sum, tax] = [surchargeAmount, surchargeTaxAmount].map((units) => money(units ?? minorUnits(0n), currency));
  const shown = (of: typeof sum): number => Number(toMajorText(of!));
  return {
    surcharge:
      surcharge.type === 'fixed'
        ? { type: 'fixed', value: surcharge.amount }
        : { type: 'rate', value: { percentage: surcharge.percentage } },
    tax_on_surcharge: taxOnSurcharge === null ? null : { percentage: taxOnSurcharge },
    display_surcharge_amount: shown(sum),
    display_tax_on_surcharge_amount: shown(tax),
    display_total_surcharge_amount: shown(add(sum!, tax!)),
  };
}
