import {
  type DataOf,
  type paymentMethodFindDestination,
  refuse,
  type Refusal,
  type SavedDestination,
} from '@payorch/contracts';
import type { PaymentTokens } from './payment-tokens';
import type { SavedPaymentMethod } from './payment-method';

export type DestinationQuery = DataOf<typeof paymentMethodFindDestination>;

type Saved = Pick<SavedPaymentMethod, 'merchantId' | 'customerId' | 'paymentMethodId' | 'status' | 'method'>;

const otherCustomer = refuse('precondition_failed', {
  message: 'customer associated with payout method and customer passed in payout are not same',
  path: 'payout_method_id',
});

/** The saved payment method among the customer's own for which the token was made. */
export const ofToken = <Method extends Saved>(
  token: string,
  saved: readonly Method[],
  { tokens, now }: { readonly tokens: PaymentTokens; readonly now: Date },
): Method | undefined => (tokens.isLive(token, now) ? saved.find((one) => tokens.isOf(token, one)) : undefined);

/** The saved card or account as the destination of a payout: no card whose number is not stored here, and nothing that is charged. */
export function savedDestinationOf(
  saved: Saved | undefined,
  { customerId }: Pick<DestinationQuery, 'customerId'>,
): SavedDestination | Refusal {
  if (saved?.status !== 'active') return refuse('payment_method_not_found', { path: 'payout_method_id' });
  if (saved.customerId !== customerId) return otherCustomer;
  const { paymentMethodId } = saved;
  const { card, paymentMethod, payoutAccount, sealedData, paymentMethodData } = saved.method;
  if (payoutAccount && sealedData) {
    const account = { ...payoutAccount, card: null, sealed: sealedData, shown: paymentMethodData ?? {} };
    return { paymentMethodId, destination: { account } };
  }
  if (!card || card.sealedNumber === null) {
    const message = `PaymentMethod ${paymentMethod} is not supported for payouts`;
    return refuse('invalid_request', { message, path: 'payout_method_id' });
  }
  const { sealedNumber } = card;
  return { paymentMethodId, destination: { card: { ...card, sealedNumber, cvc: 'absent' } } };
}
