import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Payment } from './payment';
import { isIn } from './attempt';
import { activeAttempt } from './payment';
import { statusOf } from './payment.status';

/** The interface's refusal of an action that the payment does not allow; `why` where the status is not the only reason. */
export const cannot = (action: string, payment: Payment, why = `has status ${statusOf(payment)}`): Refusal =>
  refuse('precondition_failed', { message: `You cannot ${action} this payment because it ${why}` });

/** Refuses to end a payment; the rest of an authorization is not voided while a part of it is being captured. */
export const cannotEnd = (action: 'cancel' | 'reject', payment: Payment): Refusal =>
  isIn(activeAttempt(payment), 'further_capture_initiated')
    ? cannot(action, payment, 'has a capture under way')
    : cannot(action, payment);

/** Refuses an action on a payment that succeeded or failed, or is in review. */
export const checkOpen = (action: string, payment: Payment): Refusal | undefined =>
  ['succeeded', 'failed', 'review'].includes(statusOf(payment)) ? cannot(action, payment) : undefined;
