import type { DeclineReason, Outcome, ProcessorError } from '@payorch/contracts';
import type { Retry } from '@payorch/connector-kit';
import { entryOf, errorOf } from '@payorch/connector-kit';
import type { WirePayment, WireRefusal } from './responses/wire';

/** Declines that another account may accept, by their text: nearly all declines of this processor have the same code. */
const retryOf: Readonly<Record<string, Retry>> = {
  'Payment declined: Internal Server Error from Connector, Please try again later': 'another_account',
  'Payout declined: The account cannot be paid here': 'another_account',
};

/** What the texts mean, in the interface's words. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  // After the customer's reject at the processor's page.
  'No error message': 'payment_cancelled_by_user',
  'Card not supported. Please use test cards': 'card_not_supported_restricted',
  'Payment declined: Card declined': 'do_not_honor',
  'Payment declined: Internal Server Error from Connector, Please try again later': 'downstream_technical_issue',
  'Payout declined: Account closed': 'account_closed_or_invalid',
  'Payment declined: Lost card': 'card_lost_or_stolen',
  'Payment declined: Stolen card': 'card_lost_or_stolen',
};

const errorWithReason = (code: string, message: string): ProcessorError => {
  const reason = entryOf(reasons, message);
  return { ...errorOf(code, message), ...(reason !== undefined && { standardisedCode: reason }) };
};

/** A refusal with the processor's code and message. */
export const declinedBy = ({ error }: WireRefusal, reference: string | null = null): Outcome => ({
  kind: 'declined',
  reference: error.payment_id ?? reference,
  error: errorWithReason(error.code, error.message),
  retry: entryOf(retryOf, error.message) ?? 'never',
});

/** The interface's error if the processor gives no reason, as this one does after a customer's reject. */
const noReason = { code: 'No error code', message: 'No error message' };

/** The outcome of a failed payment. */
export const failed = ({ id, error }: WirePayment): Outcome => declinedBy({ error: error ?? noReason }, id);
