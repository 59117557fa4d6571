import type { Outcome } from '@payorch/contracts';
import type { SyncOperation } from '@payorch/connector-kit';
import {
  entryOf,
  otherOperation,
  outcomeForAmount,
  outcomeForAuthorizedAmount,
  unknown,
  unseenStatus,
} from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { failed } from '../errors';
import { waiting } from './next-action';
import type { WireOperation, WirePayment } from './wire';
import { moneyOf } from './wire';

function termsOf({ maximum_amount_capturable: maximum, currency }: WirePayment): { readonly capturable?: Money } {
  const capturable = typeof maximum === 'number' ? moneyOf(maximum, currency) : undefined;
  return capturable ? { capturable } : {};
}

/** Reads the amount of an operation and compares it by `compare`. */
const compared =
  (compare: typeof outcomeForAmount) =>
  (kind: 'authorized' | 'captured', payment: WirePayment, amount: number, requested: Money): Outcome => {
    const reported = moneyOf(amount, payment.currency);
    return reported
      ? { ...compare(kind, payment.id, reported, requested), ...(kind === 'authorized' && termsOf(payment)) }
      : unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', payment.id);
  };
const amountOutcome = compared(outcomeForAmount);
/** A prepaid card may authorize less than requested. */
const authorizedAmount = compared(outcomeForAuthorizedAmount);

const voided = (payment: WirePayment): Outcome => ({ kind: 'voided', reference: payment.id });

/** An operation and its requested amount. */
interface RequestedAmount {
  readonly id: OperationId;
  readonly money: Money;
}

const authorizations: Readonly<Record<string, (payment: WirePayment, requested: RequestedAmount) => Outcome>> = {
  succeeded: (payment, { money }) =>
    authorizedAmount('captured', payment, payment.amount_received ?? payment.amount, money),
  requires_capture: (payment, { money }) => authorizedAmount('authorized', payment, payment.amount, money),
  processing: waiting,
  failed,
  voided,
};

/** The outcome of a payment's authorization. A payment that names another operation id is unknown. */
export function authorizationOf(payment: WirePayment, requested: RequestedAmount): Outcome {
  if (payment.reference && payment.reference !== requested.id) return otherOperation(payment.id);
  const read = entryOf(authorizations, payment.status);
  // A separate, maybe partial capture made the payment `succeeded`: the authorized amount is still the payment's amount.
  if (payment.status === 'succeeded' && payment.operations?.some(({ kind }) => kind === 'capture')) {
    return authorizedAmount('authorized', payment, payment.amount, requested.money);
  }
  return read ? read(payment, requested) : unseenStatus(payment.status, payment.id);
}

type Reading = (payment: WirePayment, own: WireOperation) => Outcome;

const inProgress: Reading = ({ id }) => ({ kind: 'accepted', reference: id });
/** A refused capture or void does not change the payment: the error is in the operation. */
const refused: Reading = (payment, { error }) => failed({ ...payment, error });

const captures = (requested: Money): Readonly<Record<string, Reading>> => ({
  succeeded: (payment, { amount }) =>
    typeof amount === 'number'
      ? amountOutcome('captured', payment, amount, requested)
      : unknown('NO_AMOUNT', 'The processor does not say how much it captured', payment.id),
  processing: inProgress,
  failed: refused,
});

const voids: Readonly<Record<string, Reading>> = {
  succeeded: voided,
  voided,
  processing: inProgress,
  failed: refused,
};

const extensions: Readonly<Record<string, Reading>> = {
  succeeded: ({ id, capture_before }) => ({ kind: 'extended', reference: id, captureBefore: capture_before ?? null }),
  processing: inProgress,
  failed: refused,
};

/** The outcome of one operation from the payment's list. The list is complete: an operation that is not listed is absent. */
function listed(
  payment: WirePayment,
  kind: string,
  id: OperationId,
  readings: Readonly<Record<string, Reading>>,
): Outcome {
  if (!payment.operations) return unknown('NO_OPERATIONS', 'The processor does not list its operations', payment.id);
  const own = payment.operations.find((operation) => operation.kind === kind && operation.reference === id);
  if (!own) return { kind: 'absent' };
  const read = entryOf(readings, own.status);
  return read ? read(payment, own) : unseenStatus(own.status, payment.id);
}

/** The outcome of any operation from a later lookup of the payment. */
export function operationOf(payment: WirePayment, requested: SyncOperation): Outcome {
  switch (requested.flow) {
    case 'authorize':
      return authorizationOf(payment, requested);
    case 'capture':
      return listed(payment, 'capture', requested.id, captures(requested.money));
    case 'void':
      return listed(payment, 'void', requested.id, voids);
    case 'post_capture_void':
      return listed(payment, 'post_capture_void', requested.id, voids);
    case 'extend':
      return listed(payment, 'extend', requested.id, extensions);
    // An order has a lookup of its own.
    case 'create_order':
      return otherOperation(payment.id);
    // No call of any other operation was ever sent.
    default:
      return listed(payment, requested.flow, requested.id, {});
  }
}

/** The outcome of a capture call. Prefers the list of operations; without it, the received amount is this capture's. */
export function captureOf(payment: WirePayment, requested: RequestedAmount): Outcome {
  if (payment.operations) return called(listed(payment, 'capture', requested.id, captures(requested.money)), payment);
  if (payment.status !== 'succeeded') return unseenStatus(payment.status, payment.id);
  return amountOutcome('captured', payment, payment.amount_received ?? payment.amount, requested.money);
}

/** The outcome of a void call, read in the same way. */
export function voidOf(payment: WirePayment, { id }: Pick<RequestedAmount, 'id'>): Outcome {
  if (payment.operations) return called(listed(payment, 'void', id, voids), payment);
  return payment.status === 'voided' ? voided(payment) : unseenStatus(payment.status, payment.id);
}

/** The outcome of a post-capture void call, read in the same way. */
export function postCaptureVoidOf(payment: WirePayment, { id }: Pick<RequestedAmount, 'id'>): Outcome {
  if (payment.operations) return called(listed(payment, 'post_capture_void', id, voids), payment);
  return payment.status === 'voided' ? voided(payment) : unseenStatus(payment.status, payment.id);
}

/** The outcome of an extension call: only the list of operations shows whether this extension succeeded. */
export const extensionOf = (payment: WirePayment, { id }: Pick<RequestedAmount, 'id'>): Outcome =>
  called(listed(payment, 'extend', id, extensions), payment);

/** A call that was just answered cannot be absent: an answer that does not list it is unknown. */
const called = (outcome: Outcome, payment: WirePayment): Outcome =>
  outcome.kind === 'absent' ? unseenStatus(payment.status, payment.id) : outcome;
