import type { Attempt } from '../attempts/attempt';
import { errorOf } from '../attempts/attempt';
import type { Payment } from '../payment';

/** Merchant advice codes of the card networks, and what the merchant should do next (the interface's words). */
const actions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Visa: {
    '01': 'do_not_retry',
    '02': 'retry_later',
    '03': 'retry_after_instrument_update',
    '04': 'retry_later',
  },
  Mastercard: {
    '01': 'retry_after_instrument_update',
    '02': 'retry_later',
    '03': 'do_not_retry',
    '04': 'retry_with_different_payment_method_data',
    '05': 'do_not_retry',
    '21': 'stop_recurring',
    '22': 'do_not_retry',
    '24': 'retry_after_1_hour',
    '25': 'retry_after_24_hours',
    '26': 'retry_after_2_days',
    '27': 'retry_after_4_days',
    '28': 'retry_after_6_days',
    '29': 'retry_after_8_days',
    '30': 'retry_after_10_days',
  },
};

/** What the card network advises after a failed charge of an absent customer; null without advice that is known. */
export function recommendedActionOf({ terms }: Pick<Payment, 'terms'>, attempt: Attempt): string | null {
  const advice = errorOf(attempt)?.networkAdviceCode;
  const network = attempt.method?.card?.network;
  if (!terms.isOffSession || !advice || !network) return null;
  const ofNetwork = Object.hasOwn(actions, network) ? actions[network]! : {};
  return Object.hasOwn(ofNetwork, advice) ? ofNetwork[advice]! : null;
}
