import { type CustomerId, lettersOf, type MerchantId } from '@payorch/kernel';
import { createHash } from 'node:crypto';

/**
 * The id under which a customer saves this card, or this account for payouts, for the first time. Two payments or payouts that
 * save it at once make the same id, so that one row remains. The fingerprint is a keyed hash: a number alone does not give the id.
 */
export function savedIdOf(merchantId: MerchantId, customerId: CustomerId, fingerprint: string): string {
  const digest = createHash('sha256').update(JSON.stringify(['saved_card', merchantId, customerId, fingerprint]));
  return `pm_${lettersOf(BigInt(`0x${digest.digest('hex')}`), 20)}`;
}
