import type { Outcome } from '@payorch/contracts';
import type { SyncOperation } from '@payorch/connector-kit';
import { entryOf, otherOperation, outcomeForAmount, unknown, unseenStatus } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { moneyOf } from '../amounts';
import { withCharge } from './charge';
import { checksOf } from './checks';
import { declinedBy } from '../errors';
import { authorizationTermsOf } from './authorization-terms';
import { waiting } from './next-action';
import { detailsOf, savedByPayment } from './saved-references';
import { captureOfPart, isCapturedInParts } from './several-captures';
import type { PaymentIntent } from './wire';

/** An operation and its requested amount. */
export interface RequestedAmount {
  readonly id: OperationId;
  readonly money: Money;
  readonly connectedAccount?: string | undefined;
}

export const unseen = ({ id, status }: { readonly id: string; readonly status: string }): Outcome =>
  unseenStatus(status, id);

/** The outcome of a call whose answer does not confirm its execution. */
export const notConfirmed = ({ id, status }: { readonly id: string; readonly status: string }): Outcome =>
  unknown('NOT_CONFIRMED', `The processor answered with the status ${status.slice(0, 64)}, not that it was done`, id);

export const accepted = ({ id }: { readonly id: string }): Outcome => ({ kind: 'accepted', reference: id });
export const voided = ({ id }: { readonly id: string }): Outcome => ({ kind: 'voided', reference: id });

function amountOutcome(
  kind: 'authorized' | 'captured',
  payment: PaymentIntent,
  amount: number,
  requested: Money,
): Outcome {
  const reported = moneyOf(amount, payment.currency);
  if (!reported) return unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', payment.id);
  const outcome = outcomeForAmount(kind, payment.id, reported, requested);
  if (outcome.kind !== 'authorized' && outcome.kind !== 'captured') return outcome;
  const checked = checksOf(detailsOf(payment.latest_charge)?.card?.checks);
  return {
    ...outcome,
    ...checked,
    ...savedByPayment(payment),
    ...(kind === 'authorized' && authorizationTermsOf(payment, reported)),
  };
}

/** The outcome of the authorization. After an increment Stripe's amount is the new one; the first authorization had the requested amount. */
function authorized(payment: PaymentIntent, requested: Money): Outcome {
  const now = moneyOf(payment.amount, payment.currency);
  const wasIncremented =
    Boolean(payment.metadata?.['increment_id']) &&
    now?.currency === requested.currency &&
    now.amount > requested.amount;
  return wasIncremented
    ? {
        kind: 'authorized',
        reference: payment.id,
        money: requested,
        ...savedByPayment(payment),
        ...authorizationTermsOf(payment, requested),
      }
    : amountOutcome('authorized', payment, payment.amount, requested);
}

const isCapturedLater = ({ capture_method }: PaymentIntent): boolean => capture_method === 'manual';

const authorizations: Readonly<Record<string, (payment: PaymentIntent, requested: Money) => Outcome>> = {
  succeeded: (payment, requested) =>
    // A separate, maybe partial capture made the payment succeed.
    isCapturedLater(payment)
      ? authorized(payment, requested)
      : amountOutcome('captured', payment, payment.amount_received ?? payment.amount, requested),
  requires_capture: authorized,
  processing: accepted,
  requires_action: waiting,
  requires_confirmation: accepted,
  // Without an error nothing was attempted yet: the call may still be in flight.
  requires_payment_method: (payment) =>
    payment.last_payment_error ? declinedBy(payment.last_payment_error, payment.id) : accepted(payment),
  canceled: voided,
};

/** The outcome of a payment's authorization. A payment that names another operation id is unknown. */
export function authorizationOf(payment: PaymentIntent, requested: RequestedAmount): Outcome {
  const named = payment.metadata?.['operation_id'];
  if (named && named !== requested.id) return otherOperation(payment.id);
  const read = entryOf(authorizations, payment.status);
  return read ? withCharge(read(payment, requested.money), payment, requested) : unseen(payment);
}

/** The outcome of the authorization call. A failure without an error is final, since no call is in flight any more. */
export const authorizedBy = (payment: PaymentIntent, requested: RequestedAmount): Outcome =>
  payment.status === 'requires_payment_method'
    ? declinedBy(payment.last_payment_error, payment.id)
    : authorizationOf(payment, requested);

/** The outcome of one capture. The payment's metadata names the operation, or each of several. */
export function captureOf(payment: PaymentIntent, requested: RequestedAmount): Outcome {
  const { id, money } = requested;
  if (isCapturedInParts(payment)) return captureOfPart(payment, requested);
  const by = payment.metadata?.['capture_id'];
  if (payment.status === 'succeeded') {
    return by && by !== id
      ? { kind: 'absent' }
      : amountOutcome('captured', payment, payment.amount_received ?? payment.amount, money);
  }
  if (payment.status === 'processing') return accepted(payment);
  return payment.status === 'requires_capture' || payment.status === 'canceled' ? { kind: 'absent' } : unseen(payment);
}

/** The outcome of a payment's void. */
export function voidOf(payment: Pick<PaymentIntent, 'id' | 'status'>): Outcome {
  if (payment.status === 'canceled') return voided(payment);
  return Object.hasOwn(authorizations, payment.status) ? { kind: 'absent' } : unseen(payment);
}

/** The outcome of one increment. The payment's metadata names the last successful increment. */
export function incrementOf(payment: PaymentIntent, { id, money }: RequestedAmount): Outcome {
  if (!Object.hasOwn(authorizations, payment.status)) return unseen(payment);
  if (payment.metadata?.['increment_id'] !== id) return { kind: 'absent' };
  return amountOutcome('authorized', payment, payment.amount, money);
}

/** The outcome of any operation from a later lookup of the payment. */
export function operationOf(payment: PaymentIntent, requested: SyncOperation): Outcome {
  switch (requested.flow) {
    case 'authorize':
      return authorizationOf(payment, requested);
    case 'capture':
      return captureOf(payment, requested);
    case 'increment':
      return incrementOf(payment, requested);
    case 'void':
      return voidOf(payment);
    // Stripe has no other operation of a payment; a payment shows nothing of a revoked mandate.
    default:
      return { kind: 'absent' };
  }
}
