import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Payment } from './payment';
import { statusOf } from './payment.status';

/** The interface's words for what a payment does not allow; `why` where it is not the status alone. */
export const cannot = (action: string, payment: Payment, why = `has status ${statusOf(payment)}`): Refusal =>
  refuse('precondition_failed', { message: `You cannot ${action} this payment because it ${why}` });

/** What several operations refuse of a payment that came through or failed, and of no other. */
export const checkOpen = (action: string, payment: Payment): Refusal | undefined =>
  ['succeeded', 'failed'].includes(statusOf(payment)) ? cannot(action, payment) : undefined;
