import type { Refusal } from '@payorch/contracts';
import { namedAccountOf, refuse, splitField } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { isZero } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import type { Payment } from '../payment';
import { netAmount } from '../payment';

/** The amount may change after the split was stored, so each change checks both: the application fee is a part of the amount. */
export function checkSplit({ terms: { split: read }, money }: Pick<Payment, 'terms' | 'money'>): Refusal | undefined {
  return read.kind === 'split' && read.split.applicationFee > money.amount
    ? refuse('value_not_allowed', { field: `${splitField}.application_fees`, allowed: 'at most the amount' })
    : undefined;
}

const notServed = (what: string): Refusal =>
  refuse('not_implemented', { message: `split_payments ${what} is not implemented`, path: 'split_payments' });

/** Refuses to confirm a split that the charge could not have, and a reference of another account than the charge. */
export function refuseSplit(payment: Payment): Refusal | undefined {
  const reference = payment.recurring?.reference;
  const isElsewhere =
    reference?.mandateReference != null && reference.connectedAccount !== payment.terms.connectedAccount;
  return refuseRequested(payment) ?? (isElsewhere ? refuse('no_eligible_connector') : undefined);
}

function refuseRequested(payment: Payment): Refusal | undefined {
  const { split: read } = payment.terms;
  // Stored before a request's split was checked.
  if (read.kind === 'wrong') return refuse('value_not_allowed', { field: read.field, allowed: read.allowed });
  if (read.kind !== 'split') return undefined;
  if (isZero(netAmount(payment))) return notServed('of an amount of zero');
  return read.split.chargeType === 'direct' ? refuseDirect(payment) : undefined;
}

/** A mandate belongs to an account of the merchant, and a token of the merchant's says nothing of the account that it belongs to. */
function refuseDirect(payment: Payment): Refusal | undefined {
  const { recurring, mandateTerms, terms } = payment;
  const isMandate = mandateTerms !== null || terms.updatedMandate !== null || (recurring?.mandateId ?? null) !== null;
  if (isMandate) return notServed('of charge_type direct with a mandate');
  const isToken = recurring?.paymentMethodId === null && recurring.reference.mandateReference !== null;
  return isToken ? notServed('of charge_type direct with a processor_payment_token') : undefined;
}

/** The split with which an attempt begins. The attempt retains it: a later request may change the payment's. */
export const splitOfAttempt = ({ terms: { split: read } }: Pick<Payment, 'terms'>): Pick<Attempt, 'split'> => ({
  split: read.kind === 'split' ? read.split : null,
});

/** The connected account of a direct charge, which every call about the attempt names. */
export const connectedAccountOf = ({ attempts }: Pick<Payment, 'attempts'>, attemptId: AttemptId) =>
  namedAccountOf(attempts.find(({ id }: Attempt) => id === attemptId)?.split);
