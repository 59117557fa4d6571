import type { Json } from '@payorch/contracts';
import type { Attempt } from '../../domain/attempts/attempt';
import type { Payment } from '../../domain/payment';

/** The requested split, with the id of its charge once the processor has reported it. */
export function splitView({ details }: Pick<Payment, 'details'>, { charge }: Pick<Attempt, 'charge'>): Json {
  const split = details['split_payments'] ?? null;
  if (typeof split !== 'object' || split === null || !('stripe_split_payment' in split)) return split;
  const requested = split['stripe_split_payment'];
  if (typeof requested !== 'object' || requested === null) return split;
  return { stripe_split_payment: { on_behalf_of: null, ...requested, charge_id: charge ?? null } };
}
