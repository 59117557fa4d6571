import type { Refusal, ThreeDsRuleInputs } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { ThreeDsDecisionRuleExecuteRequest } from '@payorch/rest';

/** The values that a rule can compare, by their keys. An absent value has no key. */
export function ruleInputsOf(sent: ThreeDsDecisionRuleExecuteRequest): ThreeDsRuleInputs | Refusal {
  const { payment, payment_method: method, customer_device: device, issuer, acquirer } = sent;
  const rate = acquirer?.fraud_rate;
  // A literal such as 1e999 is a number of the interface that no double can represent.
  if (typeof rate === 'number' && !Number.isFinite(rate))
    return refuse('value_not_allowed', { field: 'acquirer.fraud_rate', allowed: 'a finite number' });
  const values: { readonly [Key in keyof Required<ThreeDsRuleInputs>]: string | number | null | undefined } = {
    amount: payment.amount,
    currency: payment.currency,
    card_network: method?.card_network,
    card_discovery: method?.card_discovery,
    issuer_name: issuer?.name,
    issuer_country: issuer?.country,
    customer_device_platform: device?.platform,
    customer_device_type: device?.device_type,
    customer_device_display_size: device?.display_size,
    acquirer_country: acquirer?.country,
    acquirer_fraud_rate: rate,
  };
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as ThreeDsRuleInputs;
}
