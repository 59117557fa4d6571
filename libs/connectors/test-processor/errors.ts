import type { Outcome } from '@payorch/contracts';
import type { Retry } from '@payorch/connector-kit';
import { entryOf, errorOf } from '@payorch/connector-kit';
import type { WirePayment, WireRefusal } from './responses/wire';

/** Declines that another account may accept, by their text: nearly all declines of this processor have the same code. */
const retryOf: Readonly<Record<string, Retry>> = {
  'Payment declined: Internal Server Error from Connector, Please try again later': 'another_account',
};

/** A refusal with the processor's code and message. */
export const declinedBy = ({ error }: WireRefusal, reference: string | null = null): Outcome => ({
  kind: 'declined',
  reference: error.payment_id ?? reference,
  error: errorOf(error.code, error.message),
  retry: entryOf(retryOf, error.message) ?? 'never',
});

/** The interface's error if the processor gives no reason, as this one does after a customer's reject. */
const noReason = { code: 'No error code', message: 'No error message' };

/** The outcome of a failed payment. */
export const failed = ({ id, error }: WirePayment): Outcome => declinedBy({ error: error ?? noReason }, id);
