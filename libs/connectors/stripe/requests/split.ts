import type { AuthorizeOperation, FlowOperations } from '@payorch/connector-kit';
import { money } from '@payorch/kernel';
import { wireAmount } from '../amounts';

/**
 * The fields of a split payment. A direct charge is made by the connected account, which the headers name; a destination charge
 * is the merchant's own, and Stripe transfers it (docs.stripe.com/connect/charges). Stripe takes no fee of zero.
 */
export function splitFields({ split, money: { currency } }: AuthorizeOperation) {
  if (!split) return {};
  const fee = money(split.applicationFee, currency);
  return {
    application_fee_amount: fee.amount === 0n ? undefined : wireAmount(fee),
    ...(split.chargeType === 'destination' && {
      transfer_data: { destination: split.connectedAccount },
      on_behalf_of: split.onBehalfOf,
    }),
  };
}

/** Stripe reverts fee and transfer in proportion to the refunded amount (docs.stripe.com/api/refunds/create). */
export const revertedFields = ({ reverts }: FlowOperations['refund']) => ({
  refund_application_fee: reverts?.platformFee || undefined,
  reverse_transfer: reverts?.transfer || undefined,
});
