import type { PaymentFields, Refusal } from '@payorch/contracts';
import { refuse, withOthers } from '@payorch/contracts';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { Payment } from './payment';
import { isManual, netAmount } from './payment';
import { checkSplit } from './terms/split';

/** A deleted customer pays no more, neither with a new payment nor with one that was created before. */
export const refuseDeletedCustomer = (
  { isRedacted }: Pick<Payment, 'isRedacted'>,
  customer: CustomerRecord | undefined,
): Refusal | undefined => (isRedacted || customer?.redactedAt ? refuse('customer_redacted') : undefined);

/** Whether the request contains payment method data. */
export const hasMethodData = ({ card, sealedMethodData }: PaymentFields): boolean =>
  card !== undefined || sealedMethodData !== undefined;

const checkLargestCapture = (payment: Payment): Refusal | undefined =>
  payment.amountToCapture !== null && payment.amountToCapture > netAmount(payment).amount
    ? refuse('invalid_format', { field: 'amount_to_capture', expected: 'amount_to_capture lesser than amount' })
    : undefined;

function checkWholeCapture(payment: Payment): Refusal | undefined {
  const { amountToCapture, captureMethod } = payment;
  if (amountToCapture === null || isManual(captureMethod) || amountToCapture === netAmount(payment).amount)
    return undefined;
  return refuse('precondition_failed', {
    message: 'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
    path: 'amount_to_capture',
  });
}

const checkOvercapture = ({ terms, captureMethod }: Payment): Refusal | undefined =>
  terms.requestsOvercapture === true && captureMethod !== 'manual'
    ? refuse('precondition_failed', {
        message: 'Invalid overcapture request: supported only with manual capture',
        path: 'enable_overcapture',
      })
    : undefined;

/** Rules that involve several fields of a payment, in the interface's order; every change is checked. */
export const fieldRules: readonly ((payment: Payment) => Refusal | undefined)[] = [
  checkLargestCapture,
  checkWholeCapture,
  checkOvercapture,
  checkSplit,
];

/** The refusal of a saved payment method, with what is wrong with the payment whichever method it has. */
export const withFieldProblems = (refused: Refusal, payment: Payment): Refusal =>
  withOthers(
    refused,
    fieldRules.flatMap((rule) => rule(payment) ?? []),
  );
