import { type RowPlace, type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import type { Payment } from '../../domain/payment';

/** The personal fields of a body. Lists filter by fields that stay open. */
export const intentBody = new SealedColumn('intents.body', [
  ...['clientSecret', 'customer', 'browserInfo', 'details', 'link'],
]);

/** Equal for equal addresses of one merchant: lists filter by it. */
export const emailHash = (seals: RowSeals, merchantId: string, email: string): string =>
  seals.hash(email, { merchantId, purpose: 'customer_email' });

/** The open fields of a body that lists filter by. They repeat sealed ones. */
export const filterFields = (
  seals: RowSeals,
  merchantId: string,
  { customer, details }: { readonly customer?: Payment['customer']; readonly details?: Payment['details'] },
): object => {
  const orderReference = details?.['merchant_order_reference_id'];
  return {
    ...(customer?.email && { emailHash: emailHash(seals, merchantId, customer.email) }),
    ...(typeof orderReference === 'string' && { orderReference }),
  };
};

/** A stored body under the merchant's current key; undefined where it is already. A body that was plain gets its open fields. */
export function intentBodyResealed(seals: RowSeals, stored: object, place: RowPlace): object | undefined {
  const resealed = intentBody.resealed(seals, stored, place);
  if (resealed === undefined || 'sealed' in stored) return resealed;
  return { ...resealed, ...filterFields(seals, place.merchantId, stored) };
}
