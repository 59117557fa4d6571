import type { RoutingFacts } from '@payorch/values';
import type { ScoreParameter } from './settings';

/** The values of a payment that scores are kept by; absent where the payment has none. */
export type ScoreValues = { [Parameter in ScoreParameter]?: string | undefined };

/** Under which keys of the rule language a payment has the value of a parameter; it has at most one of them. */
export const scoreFactKeys = {
  PaymentMethod: ['payment_method'],
  PaymentMethodType: [
    ...(['card_type', 'card_redirect', 'pay_later', 'wallet', 'bank_redirect', 'bank_transfer', 'bank_debit'] as const),
    ...(['crypto', 'reward', 'real_time_payment', 'upi', 'voucher', 'gift_card', 'open_banking'] as const),
    'mobile_payment',
  ],
  AuthenticationType: ['authentication_type'],
  Currency: ['currency'],
  Country: ['billing_country'],
  CardNetwork: ['card_network'],
  CardBin: ['card_bin'],
} as const satisfies Record<ScoreParameter, readonly string[]>;

const entries = Object.entries(scoreFactKeys) as [ScoreParameter, readonly string[]][];

/** The values for scores among the facts of a payment. */
export function scoreValuesOf({ values }: RoutingFacts): ScoreValues {
  const found: ScoreValues = {};
  for (const [parameter, keys] of entries) {
    const key = keys.find((one) => values[one] !== undefined);
    if (key !== undefined) found[parameter] = String(values[key]);
  }
  return found;
}
