import type { Decision, Operation, OperationKind, Payment } from './payment';
import { declined } from './refusals';

const notSettled = declined('Card declined');

/** Ends the open operation of this kind; what was decided before stays as it is. */
export const closeOperation = (
  payment: Payment,
  kind: OperationKind,
  status: 'succeeded' | 'failed',
  error: Operation['error'] = null,
): readonly Operation[] =>
  payment.operations.map((one) => (one.kind === kind && one.status === 'processing' ? { ...one, status, error } : one));

/** The issuer agrees: automatic capture takes the money at once, manual capture holds it. */
export function authorizePayment(payment: Payment): Decision {
  const { reference, amount, currency } = payment;
  const operations = closeOperation(payment, 'payment', 'succeeded');
  const open = { ...payment, challenge: null, pending: null, operations };
  if (payment.capture === 'manual') {
    return {
      payment: { ...open, status: 'requires_capture' },
      effect: { kind: 'hold', reference, amount, currency },
      event: 'payment.authorized',
    };
  }
  return {
    payment: { ...open, status: 'succeeded', amountReceived: amount },
    effect: { kind: 'charge', reference, amount, currency },
    event: 'payment.succeeded',
  };
}

/** The customer's choice on the bank page. A reject is a status, not an error: it carries no code. */
export function completeChallenge(payment: Payment, confirmed: boolean): Decision {
  if (confirmed) return authorizePayment(payment);
  const operations = closeOperation(payment, 'payment', 'failed');
  return { payment: { ...payment, status: 'failed', challenge: null, operations }, event: 'payment.failed' };
}

/** What is captured leaves the hold; the rest of a partial capture is let go with it. */
export function applyCapture(payment: Payment, reference: string, amount: number): Decision {
  const operations = closeOperation(payment, 'capture', 'succeeded');
  return {
    payment: { ...payment, status: 'succeeded', amountReceived: amount, pending: null, operations },
    effect: { kind: 'capture', reference, amount, currency: payment.currency },
    event: 'payment.captured',
  };
}

export function applyVoid(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'void', 'succeeded');
  return {
    payment: { ...payment, status: 'voided', pending: null, operations },
    effect: { kind: 'void', reference, amount: payment.amount, currency: payment.currency },
    event: 'payment.voided',
  };
}

/** All that was taken goes back, as if it had never been. What was received stays on record. */
export function applyPostCaptureVoid(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'post_capture_void', 'succeeded');
  return {
    payment: { ...payment, status: 'voided', pending: null, operations },
    effect: { kind: 'post_capture_void', reference, amount: payment.amountReceived, currency: payment.currency },
    event: 'payment.cancelled_post_capture',
  };
}

const extensionMs = 30 * 86_400_000;

/** Nothing moves: what is held may be captured for thirty days more, the first time counted from the authorization. */
export function applyExtension(payment: Payment, reference: string): Decision {
  const operations = closeOperation(payment, 'extend', 'succeeded');
  const captureBeforeMs = (payment.captureBeforeMs ?? payment.createdMs) + extensionMs;
  return {
    payment: { ...payment, captureBeforeMs, pending: null, operations },
    effect: { kind: 'extend', reference, amount: payment.amount, currency: payment.currency },
    event: 'payment.authorization_extended',
  };
}

/** A pending operation reaches the end that was set for it. */
export function settlePayment(payment: Payment): Decision {
  const { pending } = payment;
  if (!pending) return {};
  if (pending.status === 'failed') {
    const operations = closeOperation(payment, pending.kind, 'failed', notSettled);
    const settled = { ...payment, pending: null, operations };
    if (pending.kind !== 'payment') return { payment: settled };
    return { payment: { ...settled, status: 'failed', error: notSettled }, event: 'payment.failed' };
  }
  switch (pending.kind) {
    case 'payment':
      return authorizePayment(payment);
    case 'capture':
      return applyCapture(payment, pending.reference, pending.amount);
    case 'void':
      return applyVoid(payment, pending.reference);
    case 'post_capture_void':
      return applyPostCaptureVoid(payment, pending.reference);
    case 'extend':
      return applyExtension(payment, pending.reference);
  }
}
