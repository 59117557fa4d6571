import type { RuleKey } from './program/rule-keys';
import { isRuleKey, ruleKeys } from './program/rule-keys';

/** Types that rules name otherwise than the interface does, as `payment_method/payment_method_type`. */
const otherNames: Readonly<Record<string, readonly [key: RuleKey, value: string]>> = {
  'reward/classic': ['reward', 'classic_reward'],
  'open_banking/open_banking_pis': ['open_banking', 'open_banking_p_i_s'],
  'bank_redirect/swish': ['wallet', 'swish'],
};

/** The key by which rules compare the type of a payment method, and its value there; undefined: rules do not know it. */
export function typeFactOf(
  paymentMethod: string,
  paymentMethodType: string,
): readonly [key: RuleKey, value: string] | undefined {
  const renamed = otherNames[`${paymentMethod}/${paymentMethodType}`];
  if (renamed) return renamed;
  if (paymentMethodType === '') return undefined;
  const key = paymentMethod === 'card' ? 'card_type' : paymentMethod;
  if (!isRuleKey(key)) return undefined;
  const type = ruleKeys[key];
  // A type that no rule names is still another one than those that rules name.
  const isType = type.kind === 'enum_variant' && (key !== 'card_type' || type.values.has(paymentMethodType));
  return isType ? [key, paymentMethodType] : undefined;
}
