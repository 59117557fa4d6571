import type { Refusal } from '@payorch/contracts';
import { namedAccountOf, readSplit, refuse, splitField } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { isZero } from '@payorch/kernel';
import type { Attempt } from '../attempt';
import type { Payment } from '../payment';
import { netAmount } from '../payment';
import { directAccountOf } from './direct-account';
import { updatedMandateOf } from '../method/mandate-update';

type WithDetails = Pick<Payment, 'details'>;

/** The processor that is to split the payment: routing chooses among the accounts whose connector can. */
export function splitAt({ details }: WithDetails): string | null {
  const split = details['split_payments'];
  const [name] = Object.keys(typeof split === 'object' && split !== null ? split : {});
  return name?.replace(/_split_payment$/, '') ?? null;
}

/** The amount may change after the split was stored, so each change checks both: the application fee is a part of the amount. */
export function checkSplit({ details, money }: Pick<Payment, 'details' | 'money'>): Refusal | undefined {
  const read = readSplit(details['split_payments']);
  return read.kind === 'split' && read.split.applicationFee > money.amount
    ? refuse('value_not_allowed', { field: `${splitField}.application_fees`, allowed: 'at most the amount' })
    : undefined;
}

const notServed = (what: string): Refusal =>
  refuse('not_implemented', { message: `split_payments ${what} is not implemented`, path: 'split_payments' });

/** Refuses to confirm a split that the charge could not have, and a reference of another account than the charge. */
export function refuseSplit(payment: Payment): Refusal | undefined {
  const reference = payment.recurring?.reference;
  const isElsewhere = reference?.mandateReference != null && reference.connectedAccount !== directAccountOf(payment);
  return refuseRequested(payment) ?? (isElsewhere ? refuse('no_eligible_connector') : undefined);
}

function refuseRequested(payment: Payment): Refusal | undefined {
  const read = readSplit(payment.details['split_payments']);
  // Stored before a request's split was checked.
  if (read.kind === 'wrong') return refuse('value_not_allowed', { field: read.field, allowed: read.allowed });
  if (read.kind !== 'split') return undefined;
  if (isZero(netAmount(payment))) return notServed('of an amount of zero');
  return read.split.chargeType === 'direct' ? refuseDirect(payment) : undefined;
}

/** A mandate belongs to an account of the merchant, and a token of the merchant's says nothing of the account that it belongs to. */
function refuseDirect(payment: Payment): Refusal | undefined {
  const { recurring, mandateTerms } = payment;
  const isMandate =
    mandateTerms !== null || updatedMandateOf(payment) !== null || (recurring?.mandateId ?? null) !== null;
  if (isMandate) return notServed('of charge_type direct with a mandate');
  const isToken = recurring?.paymentMethodId === null && recurring.reference.mandateReference !== null;
  return isToken ? notServed('of charge_type direct with a processor_payment_token') : undefined;
}

/** The split with which an attempt begins. The attempt retains it: a later request may change the payment's. */
export function splitOfAttempt({ details }: WithDetails): Pick<Attempt, 'split'> {
  const read = readSplit(details['split_payments']);
  return { split: read.kind === 'split' ? read.split : null };
}

/** The connected account of a direct charge, which every call about the attempt names. */
export const connectedAccountOf = ({ attempts }: Pick<Payment, 'attempts'>, attemptId: AttemptId) =>
  namedAccountOf(attempts.find(({ id }: Attempt) => id === attemptId)?.split);
