import type { Outcome } from '@payorch/contracts';
import type { SyncOperation } from '@payorch/connector-kit';
import { matchedOrMismatched, unknown } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { failed } from './declines';
import type { WireOperation, WirePayment } from './wire';
import { moneyOf } from './wire';

const unseen = (payment: WirePayment, status = payment.status): Outcome =>
  unknown('UNSEEN_STATUS', `The processor's status ${status.slice(0, 64)} is none that we know`, payment.id);

const holds = (kind: 'authorized' | 'captured', payment: WirePayment, sum: number, asked: Money): Outcome => {
  const reported = moneyOf(sum, payment.currency);
  return reported
    ? matchedOrMismatched(kind, payment.id, reported, asked)
    : unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', payment.id);
};

const voided = (payment: WirePayment): Outcome => ({ kind: 'voided', reference: payment.id });

const pending = (payment: WirePayment): Outcome => {
  const url = payment.next_action?.redirect_to_url;
  return url
    ? { kind: 'challenged', reference: payment.id, challenge: { url, method: 'GET', fields: {} } }
    : { kind: 'accepted', reference: payment.id };
};

/** One operation of ours, and the sum that it asked for. */
interface Asked {
  readonly id: OperationId;
  readonly money: Money;
}

const authorizations: Readonly<Record<string, (payment: WirePayment, asked: Asked) => Outcome>> = {
  succeeded: (payment, { money }) => holds('captured', payment, payment.amount_received ?? payment.amount, money),
  requires_capture: (payment, { money }) => holds('authorized', payment, payment.amount, money),
  processing: pending,
  failed,
  voided,
};

/** What a payment says of its own authorization. A payment that names another operation of ours is no answer to this one. */
export function authorizationOf(payment: WirePayment, asked: Asked): Outcome {
  if (payment.reference && payment.reference !== asked.id) {
    return unknown('OTHER_REFERENCE', 'The processor answered for another operation', payment.id);
  }
  const read = Object.hasOwn(authorizations, payment.status) ? authorizations[payment.status] : undefined;
  // A capture of its own, maybe of a part, made it `succeeded`: what was authorized is still the payment's amount.
  if (payment.status === 'succeeded' && payment.operations?.some(({ kind }) => kind === 'capture')) {
    return holds('authorized', payment, payment.amount, asked.money);
  }
  return read ? read(payment, asked) : unseen(payment);
}

type Reading = (payment: WirePayment, own: WireOperation) => Outcome;

const waiting: Reading = ({ id }) => ({ kind: 'accepted', reference: id });
/** A capture or void that was refused leaves the payment as it is: the error stands with the operation. */
const refused: Reading = (payment, { error }) => failed({ ...payment, error });

const captures = (asked: Money): Readonly<Record<string, Reading>> => ({
  succeeded: (payment, { amount }) =>
    typeof amount === 'number'
      ? holds('captured', payment, amount, asked)
      : unknown('NO_AMOUNT', 'The processor does not say how much it captured', payment.id),
  processing: waiting,
  failed: refused,
});

const voids: Readonly<Record<string, Reading>> = {
  succeeded: voided,
  voided,
  processing: waiting,
  failed: refused,
};

const extensions: Readonly<Record<string, Reading>> = {
  succeeded: ({ id, capture_before }) => ({ kind: 'extended', reference: id, captureBefore: capture_before ?? null }),
  processing: waiting,
  failed: refused,
};

/** What a payment says of one capture or void: its list of operations is complete, so what it lacks never happened. */
function listed(
  payment: WirePayment,
  kind: string,
  id: OperationId,
  readings: Readonly<Record<string, Reading>>,
): Outcome {
  if (!payment.operations) return unknown('NO_OPERATIONS', 'The processor does not list its operations', payment.id);
  const own = payment.operations.find((operation) => operation.kind === kind && operation.reference === id);
  if (!own) return { kind: 'absent' };
  const read = Object.hasOwn(readings, own.status) ? readings[own.status] : undefined;
  return read ? read(payment, own) : unseen(payment, own.status);
}

/** What a payment says of any operation of ours, long after it was called. */
export function operationOf(payment: WirePayment, asked: SyncOperation): Outcome {
  switch (asked.flow) {
    case 'authorize':
      return authorizationOf(payment, asked);
    case 'capture':
      return listed(payment, 'capture', asked.id, captures(asked.money));
    case 'void':
      return listed(payment, 'void', asked.id, voids);
    case 'post_capture_void':
      return listed(payment, 'post_capture_void', asked.id, voids);
    case 'extend':
      return listed(payment, 'extend', asked.id, extensions);
    case 'increment':
      return listed(payment, 'increment', asked.id, {});
  }
}

/** The answer to a capture. The list of operations is the better witness; without it, what was received is this capture. */
export function captureOf(payment: WirePayment, asked: Asked): Outcome {
  if (payment.operations) return called(listed(payment, 'capture', asked.id, captures(asked.money)), payment);
  if (payment.status !== 'succeeded') return unseen(payment);
  return holds('captured', payment, payment.amount_received ?? payment.amount, asked.money);
}

/** The answer to a void, read likewise. */
export function voidOf(payment: WirePayment, { id }: Pick<Asked, 'id'>): Outcome {
  if (payment.operations) return called(listed(payment, 'void', id, voids), payment);
  return payment.status === 'voided' ? voided(payment) : unseen(payment);
}

/** The answer to a void of what was captured, read likewise. */
export function postCaptureVoidOf(payment: WirePayment, { id }: Pick<Asked, 'id'>): Outcome {
  if (payment.operations) return called(listed(payment, 'post_capture_void', id, voids), payment);
  return payment.status === 'voided' ? voided(payment) : unseen(payment);
}

/** The answer to an extension: only the list of operations can tell it from what was so before. */
export const extensionOf = (payment: WirePayment, { id }: Pick<Asked, 'id'>): Outcome =>
  called(listed(payment, 'extend', id, extensions), payment);

/** A call that was just answered cannot be absent: an answer that does not list it says nothing. */
const called = (outcome: Outcome, payment: WirePayment): Outcome =>
  outcome.kind === 'absent' ? unseen(payment) : outcome;
