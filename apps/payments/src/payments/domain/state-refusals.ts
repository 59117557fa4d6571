import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Payment } from './payment';
import { isIn } from './attempts/attempt';
import { blocksCharge } from './attempts/claim';
import { activeAttempt } from './payment';
import { knownStatusOf, statusOf } from './payment.status';

/** The interface's refusal of an action that the payment does not allow; `why` where the status is not the only reason. */
export const cannot = (action: string, payment: Payment, why = `has status ${knownStatusOf(payment)}`): Refusal =>
  refuse('precondition_failed', { message: `You cannot ${action} this payment because it ${why}` });

/** Refuses a new charge over a person's claim of another status, which the refusal names. */
export const refuseOverClaim = (action: 'confirm' | 'update', payment: Payment): Refusal | undefined =>
  blocksCharge(payment) ? cannot(action, payment, `has status ${statusOf(payment)}`) : undefined;

/** Refuses to end a payment; the rest of an authorization is not voided while a part of it is being captured. */
export const cannotEnd = (action: 'cancel' | 'reject', payment: Payment): Refusal =>
  isIn(activeAttempt(payment), 'further_capture_initiated')
    ? cannot(action, payment, 'has a capture under way')
    : cannot(action, payment);

/** Refuses an action on a payment that succeeded or failed, or is in review. */
export const checkOpen = (action: string, payment: Payment): Refusal | undefined =>
  ['succeeded', 'failed', 'review'].includes(knownStatusOf(payment)) ? cannot(action, payment) : undefined;
