import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment } from '../payment';
import { pendingOf } from '../payment';
import { alreadyVoided, notVoidable } from '../refusals';
import { closeOperation, applyVoid } from './settle-payment';

export interface VoidRequest {
  readonly reference: string;
  readonly reason: string | null;
}

/** Voids an authorization, or closes an open challenge. A captured or processing payment needs a refund. */
export function voidPayment(payment: Payment, request: VoidRequest, moment: Moment, variation: Variation): Decision {
  const { reference } = request;
  const amount = payment.amount - payment.amountReceived;
  const operation: Operation = { reference, kind: 'void', status: 'processing', amount, error: null };
  if (payment.challenge) return voidChallenge({ ...payment, operations: [...payment.operations, operation] });
  if (payment.status !== 'requires_capture' || payment.pending) {
    const refusal = payment.status === 'voided' ? alreadyVoided : notVoidable;
    const operations = [...payment.operations, { ...operation, status: 'failed', error: refusal } as const];
    return { payment: { ...payment, operations }, refusal };
  }
  const open: Payment = { ...payment, operations: [...payment.operations, operation] };
  const { settlesLater } = variation;
  if (!settlesLater) return applyVoid(open, reference);
  return { payment: { ...open, pending: pendingOf(operation, moment, settlesLater) } };
}

/** An open challenge has no authorized amount, so no money moves; the page link ends, and nothing settles by itself. */
function voidChallenge(payment: Payment): Decision {
  const closed = { ...payment, operations: closeOperation(payment, 'payment', 'failed') };
  const operations = closeOperation(closed, 'void', 'succeeded');
  return {
    payment: { ...closed, status: 'voided', challenge: null, pending: null, operations },
    event: 'payment.voided',
  };
}
