import { createHmac } from 'node:crypto';
import type { Secret } from '@payorch/kernel';

/**
 * Equal for equal cards of one merchant, different between merchants, and useless without the key: an unkeyed hash of a
 * card number can be inverted by trying all numbers.
 */
export const fingerprintOf = (cardNumber: string, merchantId: string, key: Secret): string =>
  createHmac('sha256', key.reveal()).update(`${merchantId}\0${cardNumber}`).digest('hex');
