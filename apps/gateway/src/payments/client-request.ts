import type { ClientRequest, Refusal } from '@payorch/contracts';
import { mayClientSet, refuse } from '@payorch/contracts';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { isPresent, type PaymentRequest } from './payment-request';

/** Refuses what a client may not send at all, on the routes whose owner compares nothing with what is stored. */
export function refuseMerchantsFields(
  request: ClientRequest,
  sent: object,
  { kind }: Pick<AuthenticatedMerchant, 'kind'>,
): Refusal | undefined {
  if (kind !== 'client') return undefined;
  const field = Object.entries(sent).find(([name, value]) => isPresent(value) && !mayClientSet(request, name));
  return field && refuse('not_for_clients', { field: field[0] });
}

/** A client names the payment of the path or none: all else that it sends is compared by the payment's owner. */
export const checkPaymentOfClient = (
  { payment_id: named }: Pick<PaymentRequest, 'payment_id'>,
  paymentId: string,
  { kind }: Pick<AuthenticatedMerchant, 'kind'>,
): Refusal | undefined =>
  kind === 'client' && isPresent(named) && named !== paymentId
    ? refuse('not_for_clients', { field: 'payment_id' })
    : undefined;
