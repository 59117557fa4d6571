import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment } from '../payment';
import { amountCapturable, maximumCapture, pendingOf } from '../payment';
import type { Refusal } from '../../../kit/calls/refusal';
import { captureTooMuch, notCapturable, notMulticapture } from '../refusals';
import { applyCapture } from './settle-payment';

export interface CaptureRequest {
  readonly reference: string;
  readonly amount: number;
  /** False: the rest stays authorized for another capture. */
  readonly final: boolean;
}

function refusalOf(payment: Payment, { amount, final }: CaptureRequest): Refusal | undefined {
  if (payment.status !== 'requires_capture' || payment.pending) return notCapturable;
  if (amount > maximumCapture(payment)) return captureTooMuch;
  return final || payment.multicapture ? undefined : notMulticapture;
}

const reversesAfterMs = 1_500;

/** The card decides whether the capture fails later. */
const withReversal = (payment: Payment, { kind, reference, amount }: Operation, { nowMs }: Moment): Payment =>
  payment.capturesFail
    ? {
        ...payment,
        pending: { kind, reference, amount, status: 'failed', atMs: nowMs + reversesAfterMs, isReversal: true },
      }
    : payment;

/** A partial capture releases the rest, so a second one is refused, unless several captures were requested with the payment. */
export function capturePayment(
  payment: Payment,
  request: CaptureRequest,
  moment: Moment,
  variation: Variation,
): Decision {
  const { reference, amount } = request;
  const operation: Operation = { reference, kind: 'capture', status: 'processing', amount, error: null };
  const refusal = refusalOf(payment, request);
  const keepsRest = !request.final && amount < amountCapturable(payment);
  if (refusal) {
    const operations = [...payment.operations, { ...operation, status: 'failed', error: refusal } as const];
    return { payment: { ...payment, operations }, refusal };
  }
  const open: Payment = { ...payment, operations: [...payment.operations, operation] };
  const { settlesLater } = variation;
  if (!settlesLater) {
    const captured = applyCapture(open, reference, amount, keepsRest);
    return captured.payment ? { ...captured, payment: withReversal(captured.payment, operation, moment) } : captured;
  }
  return { payment: { ...open, pending: { ...pendingOf(operation, moment, settlesLater), keepsRest } } };
}
