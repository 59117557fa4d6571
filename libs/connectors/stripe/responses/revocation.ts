import type { Outcome } from '@payorch/contracts';
import type { SavedMethod } from './wire';

/** A payment method without a customer can be charged no more. */
export const revocationOf = ({ id, customer }: SavedMethod): Outcome =>
  customer === null || customer === undefined ? { kind: 'revoked', reference: id } : { kind: 'absent' };
