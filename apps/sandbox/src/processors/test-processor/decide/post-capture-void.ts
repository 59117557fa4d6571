import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Decision, Operation, Payment } from '../payment';
import { pendingOf } from '../payment';
import { alreadyVoided, nothingToVoidAfterCapture } from '../refusals';
import { applyPostCaptureVoid } from './settle-payment';
import type { VoidRequest } from './void-payment';

/**
 * Voids the whole captured charge. Earlier refunds are not checked: a caller who requests both returns the money twice,
 * and the ledger shows it.
 */
export function voidAfterCapture(
  payment: Payment,
  request: VoidRequest,
  moment: Moment,
  variation: Variation,
): Decision {
  const { reference } = request;
  const amount = payment.amountReceived;
  const operation: Operation = { reference, kind: 'post_capture_void', status: 'processing', amount, error: null };
  if (payment.status !== 'succeeded' || payment.pending) {
    const refusal = payment.status === 'voided' ? alreadyVoided : nothingToVoidAfterCapture;
    const operations = [...payment.operations, { ...operation, status: 'failed', error: refusal } as const];
    return { payment: { ...payment, operations }, refusal };
  }
  const open: Payment = { ...payment, operations: [...payment.operations, operation] };
  const { settlesLater } = variation;
  if (!settlesLater) return applyPostCaptureVoid(open, reference);
  return { payment: { ...open, pending: pendingOf(operation, moment, settlesLater) } };
}
