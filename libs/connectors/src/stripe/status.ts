import type { Outcome } from '@payorch/contracts';
import type { SyncOperation } from '@payorch/connector-kit';
import { matchedOrMismatched, unknown } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { moneyOf } from './amounts';
import { checksOf } from './checks';
import { declinedBy } from './declines';
import { holdOf } from './hold';
import { waiting } from './next-action';
import { detailsOf, storedByPayment } from './stored';
import type { PaymentIntent } from './wire';

/** One operation of ours, and the sum that it asked for. */
export interface Asked {
  readonly id: OperationId;
  readonly money: Money;
}

export const unseen = ({ id, status }: { readonly id: string; readonly status: string }): Outcome =>
  unknown('UNSEEN_STATUS', `The processor's status ${status.slice(0, 64)} is none that we know`, id);

/** An answer to a call that does not say that it was done. */
export const undone = ({ id, status }: { readonly id: string; readonly status: string }): Outcome =>
  unknown('NOT_CONFIRMED', `The processor answered with the status ${status.slice(0, 64)}, not that it was done`, id);

export const accepted = ({ id }: { readonly id: string }): Outcome => ({ kind: 'accepted', reference: id });
export const voided = ({ id }: { readonly id: string }): Outcome => ({ kind: 'voided', reference: id });

function holds(kind: 'authorized' | 'captured', payment: PaymentIntent, amount: number, asked: Money): Outcome {
  const reported = moneyOf(amount, payment.currency);
  if (!reported) return unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', payment.id);
  const held = matchedOrMismatched(kind, payment.id, reported, asked);
  if (held.kind !== 'authorized' && held.kind !== 'captured') return held;
  const checked = checksOf(detailsOf(payment.latest_charge)?.card?.checks);
  return { ...held, ...checked, ...storedByPayment(payment), ...(kind === 'authorized' && holdOf(payment)) };
}

/** What was authorized. Once we have raised it, their sum is the raised one, and what was first held was what was asked. */
function authorized(payment: PaymentIntent, asked: Money): Outcome {
  const now = moneyOf(payment.amount, payment.currency);
  const wasRaised =
    Boolean(payment.metadata?.['increment_id']) && now?.currency === asked.currency && now.amount > asked.amount;
  return wasRaised
    ? { kind: 'authorized', reference: payment.id, money: asked, ...storedByPayment(payment), ...holdOf(payment) }
    : holds('authorized', payment, payment.amount, asked);
}

const isCapturedLater = ({ capture_method }: PaymentIntent): boolean => capture_method === 'manual';

const authorizations: Readonly<Record<string, (payment: PaymentIntent, asked: Money) => Outcome>> = {
  succeeded: (payment, asked) =>
    // A capture of its own, maybe of a part, made it succeed.
    isCapturedLater(payment)
      ? authorized(payment, asked)
      : holds('captured', payment, payment.amount_received ?? payment.amount, asked),
  requires_capture: authorized,
  processing: accepted,
  requires_action: waiting,
  requires_confirmation: accepted,
  // Without an error nothing was tried yet: the call that is to do it may still be under way.
  requires_payment_method: (payment) =>
    payment.last_payment_error ? declinedBy(payment.last_payment_error, payment.id) : accepted(payment),
  canceled: voided,
};

/** What a payment says of its own authorization. A payment that names another operation of ours is no answer to this one. */
export function authorizationOf(payment: PaymentIntent, { id, money }: Asked): Outcome {
  const named = payment.metadata?.['operation_id'];
  if (named && named !== id) {
    return unknown('OTHER_REFERENCE', 'The processor answered for another operation', payment.id);
  }
  const read = Object.hasOwn(authorizations, payment.status) ? authorizations[payment.status] : undefined;
  return read ? read(payment, money) : unseen(payment);
}

/** The answer to the authorization itself: what failed without a word has failed, since nothing is under way any more. */
export const authorizedBy = (payment: PaymentIntent, asked: Asked): Outcome =>
  payment.status === 'requires_payment_method'
    ? declinedBy(payment.last_payment_error, payment.id)
    : authorizationOf(payment, asked);

/** What a payment says of one capture. It can be captured once, and its metadata tells by which operation. */
export function captureOf(payment: PaymentIntent, { id, money }: Asked): Outcome {
  const by = payment.metadata?.['capture_id'];
  if (payment.status === 'succeeded') {
    return by && by !== id
      ? { kind: 'absent' }
      : holds('captured', payment, payment.amount_received ?? payment.amount, money);
  }
  if (payment.status === 'processing') return accepted(payment);
  return payment.status === 'requires_capture' || payment.status === 'canceled' ? { kind: 'absent' } : unseen(payment);
}

/** What a payment says of its void. */
export function voidOf(payment: Pick<PaymentIntent, 'id' | 'status'>): Outcome {
  if (payment.status === 'canceled') return voided(payment);
  return Object.hasOwn(authorizations, payment.status) ? { kind: 'absent' } : unseen(payment);
}

/** What a payment says of one increment: its metadata names the last that was granted. */
export function incrementOf(payment: PaymentIntent, { id, money }: Asked): Outcome {
  if (!Object.hasOwn(authorizations, payment.status)) return unseen(payment);
  if (payment.metadata?.['increment_id'] !== id) return { kind: 'absent' };
  return holds('authorized', payment, payment.amount, money);
}

/** What a payment says of any operation of ours, long after it was called. */
export function operationOf(payment: PaymentIntent, asked: SyncOperation): Outcome {
  switch (asked.flow) {
    case 'authorize':
      return authorizationOf(payment, asked);
    case 'capture':
      return captureOf(payment, asked);
    case 'increment':
      return incrementOf(payment, asked);
    case 'void':
      return voidOf(payment);
    // What was captured can only be refunded there, and what is held is held for as long as it was at first.
    case 'extend':
    case 'post_capture_void':
      return { kind: 'absent' };
  }
}
