import type { Outcome } from '@payorch/contracts';
import type { PaymentIntent } from './wire';

/** Stripe shows a split in the payment, except a direct charge without a fee: only its operation names the connected account. */
const isSplit = (
  { application_fee_amount, transfer_data }: PaymentIntent,
  connectedAccount: string | undefined,
): boolean => connectedAccount !== undefined || typeof application_fee_amount === 'number' || Boolean(transfer_data);

/** Adds the id of the charge to the outcome of a split payment: the connected account's statements name the charge. */
export function withCharge(
  outcome: Outcome,
  payment: PaymentIntent,
  { connectedAccount }: { readonly connectedAccount?: string | undefined },
): Outcome {
  if (outcome.kind !== 'authorized' && outcome.kind !== 'captured') return outcome;
  const { latest_charge: latest } = payment;
  const charge = typeof latest === 'string' ? latest : latest?.id;
  return charge && isSplit(payment, connectedAccount) ? { ...outcome, charge } : outcome;
}
