import type { OperationKind } from '../../../kit/faults/fault-registry';
import type { Decision, Operation, Payment } from '../payment';
import { declined } from '../refusals';

const notSettled = declined('Card declined');

/** Closes the processing operation of this kind; other operations stay unchanged. */
export const closeOperation = (
  payment: Payment,
  kind: OperationKind,
  status: 'succeeded' | 'failed',
  error: Operation['error'] = null,
): readonly Operation[] =>
  payment.operations.map((one) => (one.kind === kind && one.status === 'processing' ? { ...one, status, error } : one));

/** The issuer approves: automatic capture charges at once, manual capture authorizes. */
export function authorizePayment(payment: Payment): Decision {
  const { reference, amount, currency } = payment;
  const operations = closeOperation(payment, 'payment', 'succeeded');
  const open = { ...payment, challenge: null, pending: null, operations };
  if (payment.capture === 'manual') {
    return {
      payment: { ...open, status: 'requires_capture' },
      effect: { kind: 'authorize', reference, amount, currency },
      event: 'payment.authorized',
    };
  }
  return {
    payment: { ...open, status: 'succeeded', amountReceived: amount },
    effect: { kind: 'charge', reference, amount, currency },
    event: 'payment.succeeded',
  };
}

/** Applies the customer's choice on the bank page. A rejection is a status without an error code. */
export function completeChallenge(payment: Payment, confirmed: boolean): Decision {
  if (confirmed) return authorizePayment(payment);
  const operations = closeOperation(payment, 'payment', 'failed');
  return {
    payment: { ...payment, status: 'failed', challenge: null, pending: null, operations },
    event: 'payment.failed',
  };
}

/** Captures the amount, and releases the rest of the authorization unless another capture may follow. */
export function applyCapture(payment: Payment, reference: string, amount: number, keepsRest: boolean): Decision {
  const operations = closeOperation(payment, 'capture', 'succeeded');
  return {
    payment: {
      ...payment,
      status: keepsRest ? 'requires_capture' : 'succeeded',
      amountReceived: payment.amountReceived + amount,
      pending: null,
      operations,
    },
    effect: { kind: 'capture', reference, amount, currency: payment.currency },
    event: 'payment.captured',
  };
}

/** Voids what is still authorized; what earlier captures took stays. */
export function applyVoid(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'void', 'succeeded');
  const status = payment.amountReceived > 0 ? 'succeeded' : 'voided';
  return {
    payment: { ...payment, status, pending: null, operations },
    effect: { kind: 'void', reference, amount: payment.amount - payment.amountReceived, currency: payment.currency },
    event: 'payment.voided',
  };
}

/** Voids the whole captured amount; `amountReceived` stays on record. */
export function applyPostCaptureVoid(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'post_capture_void', 'succeeded');
  return {
    payment: { ...payment, status: 'voided', pending: null, operations },
    effect: { kind: 'post_capture_void', reference, amount: payment.amountReceived, currency: payment.currency },
    event: 'payment.cancelled_post_capture',
  };
}

const extensionMs = 30 * 86_400_000;

/** Moves no money: extends the capture deadline by thirty days, the first time counted from the authorization. */
export function applyExtension(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'extend', 'succeeded');
  const captureBeforeMs = (payment.captureBeforeMs ?? payment.createdMs) + extensionMs;
  return {
    payment: { ...payment, captureBeforeMs, pending: null, operations },
    effect: { kind: 'extend', reference, amount: payment.amount, currency: payment.currency },
    event: 'payment.authorization_extended',
  };
}

const captureReversed = declined('Capture failed');

/** A capture fails after it was reported as succeeded: its amount is not received after all. The ledger records that no money moved back. */
export function reverseCapture(payment: Payment, reference: string, amount: number): Decision {
  const operations = payment.operations.map((one) =>
    one.kind === 'capture' && one.reference === reference
      ? { ...one, status: 'failed' as const, error: captureReversed }
      : one,
  );
  return {
    payment: { ...payment, amountReceived: payment.amountReceived - amount, pending: null, operations },
    event: 'payment.capture_failed',
  };
}

/** Gives a pending operation the outcome that was set for it. */
export function settlePayment(payment: Payment): Decision {
  const { pending } = payment;
  if (!pending) return {};
  if (pending.isReversal) return reverseCapture(payment, pending.reference, pending.amount);
  if (pending.status === 'failed') {
    const operations = closeOperation(payment, pending.kind, 'failed', notSettled);
    const settled = { ...payment, challenge: null, pending: null, operations };
    if (pending.kind !== 'payment') return { payment: settled };
    return { payment: { ...settled, status: 'failed', error: notSettled }, event: 'payment.failed' };
  }
  switch (pending.kind) {
    case 'payment':
      return authorizePayment(payment);
    case 'capture':
      return applyCapture(payment, pending.reference, pending.amount, pending.keepsRest ?? false);
    case 'void':
      return applyVoid(payment, pending.reference);
    case 'post_capture_void':
      return applyPostCaptureVoid(payment, pending.reference);
    case 'extend':
      return applyExtension(payment, pending.reference);
    default:
      return { payment: { ...payment, pending: null, operations: closeOperation(payment, pending.kind, 'succeeded') } };
  }
}
