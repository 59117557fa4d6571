import type { CustomerId, MerchantId } from '@payorch/kernel';
import { createHash } from 'node:crypto';
import { lettersOf } from './base62';

/**
 * The id under which a customer saves this card for the first time. Two payments that save it at once make the same id, so
 * that one row remains. The fingerprint is a keyed hash: a card number alone does not give the id.
 */
export function cardIdOf(merchantId: MerchantId, customerId: CustomerId, fingerprint: string): string {
  const digest = createHash('sha256').update(JSON.stringify(['saved_card', merchantId, customerId, fingerprint]));
  return `pm_${lettersOf(BigInt(`0x${digest.digest('hex')}`), 20)}`;
}
