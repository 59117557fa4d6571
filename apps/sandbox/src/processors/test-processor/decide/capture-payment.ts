import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment } from '../payment';
import { amountCapturable, pendingOf } from '../payment';
import type { Refusal } from '../../../kit/calls/refusal';
import { captureTooMuch, notCapturable } from '../refusals';
import { applyCapture } from './settle-payment';

export interface CaptureRequest {
  readonly reference: string;
  readonly amount: number;
}

function refusalOf(payment: Payment, amount: number): Refusal | undefined {
  if (payment.status !== 'requires_capture' || payment.pending) return notCapturable;
  return amount > amountCapturable(payment) ? captureTooMuch : undefined;
}

/** A payment has one capture: a partial capture releases the rest, so a second one is refused. */
export function capturePayment(
  payment: Payment,
  request: CaptureRequest,
  moment: Moment,
  variation: Variation,
): Decision {
  const { reference, amount } = request;
  const operation: Operation = { reference, kind: 'capture', status: 'processing', amount, error: null };
  const refusal = refusalOf(payment, amount);
  if (refusal) {
    const operations = [...payment.operations, { ...operation, status: 'failed', error: refusal } as const];
    return { payment: { ...payment, operations }, refusal };
  }
  const open: Payment = { ...payment, operations: [...payment.operations, operation] };
  const { settlesLater } = variation;
  if (!settlesLater) return applyCapture(open, reference, amount);
  return { payment: { ...open, pending: pendingOf(operation, moment, settlesLater) } };
}
