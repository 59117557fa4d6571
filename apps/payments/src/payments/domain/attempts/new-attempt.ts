import type { PaymentId } from '@payorch/kernel';
import { attemptIdOf } from '@payorch/kernel';
import type { Attempt } from './attempt';

/** What every attempt has when it begins: nothing is known of it yet. */
export const newAttempt = (
  paymentId: PaymentId,
  number: number,
  now: Date,
): Omit<Attempt<'payment_method_awaited'>, 'state'> => ({
  id: attemptIdOf(paymentId, number),
  number,
  facts: {},
  method: null,
  fallbacks: [],
  syncCount: 0,
  canIncrement: false,
  authorizationTerms: null,
  stored: null,
  checks: null,
  rawResponse: null,
  split: null,
  client: null,
  createdAt: now,
  modifiedAt: now,
});
