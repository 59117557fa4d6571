import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment } from '../payment';
import { pendingOf } from '../payment';
import { notExtendable } from '../refusals';
import { applyExtension } from './settle-payment';
import type { VoidRequest } from './void-payment';

/** Extends an authorization, any number of times; refused once the payment is captured, voided or pending. */
export function extendAuthorization(
  payment: Payment,
  request: VoidRequest,
  moment: Moment,
  variation: Variation,
): Decision {
  const { reference } = request;
  const { amount } = payment;
  const operation: Operation = { reference, kind: 'extend', status: 'processing', amount, error: null };
  if (payment.status !== 'requires_capture' || payment.pending) {
    const operations = [...payment.operations, { ...operation, status: 'failed', error: notExtendable } as const];
    return { payment: { ...payment, operations }, refusal: notExtendable };
  }
  const open: Payment = { ...payment, operations: [...payment.operations, operation] };
  const { settlesLater } = variation;
  if (!settlesLater) return applyExtension(open, reference);
  return { payment: { ...open, pending: pendingOf(operation, moment, settlesLater) } };
}
