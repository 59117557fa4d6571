import type { ClientRequest, Refusal } from '@payorch/contracts';
import { joinRefusals, mayClientSet, refuse } from '@payorch/contracts';
import type { AuthenticatedMerchant } from '../../auth';
import { isPresent, type PaymentRequest } from './payment-request';

/** Refuses fields that a client may never send, on routes whose owner does not compare them with stored values. */
export function refuseMerchantsFields(
  request: ClientRequest,
  sent: object,
  { kind }: Pick<AuthenticatedMerchant, 'kind'>,
): Refusal | undefined {
  if (kind !== 'client') return undefined;
  const fields = Object.entries(sent).filter(([name, value]) => isPresent(value) && !mayClientSet(request, name));
  return joinRefusals(fields.map(([field]) => refuse('not_for_clients', { field })));
}

/** A client may repeat only the payment id of the path; the payment's owner compares all other fields. */
export const checkPaymentOfClient = (
  { payment_id: named }: Pick<PaymentRequest, 'payment_id'>,
  paymentId: string,
  { kind }: Pick<AuthenticatedMerchant, 'kind'>,
): Refusal | undefined =>
  kind === 'client' && isPresent(named) && named !== paymentId
    ? refuse('not_for_clients', { field: 'payment_id' })
    : undefined;
