import type { Outgoing, PaymentMethodData, PayoutDestination } from '@payorch/contracts';
import { outgoing, paymentMethodSaveDestination, savedIdOf, savedNamesOf } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import type { Payout } from '../domain/payout';

function dataOf({ type, methodType, card, sealed, shown, fingerprint }: PayoutDestination): PaymentMethodData | null {
  if (card) return { kind: 'card', card, nickName: null };
  if (!sealed || type === 'card') return null;
  return { kind: 'other', data: sealed, shown, payoutAccount: { type, methodType, fingerprint } };
}

/**
 * A `recurring` payout has succeeded: its customer keeps the destination. A payout succeeds once, so this is published once;
 * the id is the same for every payout to the same destination of the customer.
 */
export function destinationToSave(before: Payout | undefined, after: Payout): Outgoing[] {
  const { merchantId, payoutId, fields, destination, payoutMethodId, isRedacted } = after;
  const isPaid = after.state === 'success' && before?.state !== 'success';
  if (!isPaid || !fields.recurring || !destination || payoutMethodId !== null || isRedacted) return [];
  const [customerId, data] = [fields.customerId as CustomerId | null, dataOf(destination)];
  if (customerId === null || data === null) return [];
  return [
    outgoing(paymentMethodSaveDestination, {
      merchantId,
      paymentMethodId: savedIdOf(merchantId, customerId, destination.fingerprint),
      payoutId,
      fields: {
        customerId,
        ...savedNamesOf(destination),
        issuer: null,
        issuerCode: null,
        metadata: null,
        billing: fields.billing,
      },
      data,
    }),
  ];
}
