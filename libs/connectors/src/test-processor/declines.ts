import type { Outcome } from '@payorch/contracts';
import { errorOf } from '@payorch/connector-kit';
import type { WirePayment, WireRefusal } from './wire';

type Retry = 'another_account' | 'never';

/** What another account may cure. The processor tells its declines apart by their text alone: all but a few have one code. */
const retryOf: Readonly<Record<string, Retry>> = {
  'Payment declined: Internal Server Error from Connector, Please try again later': 'another_account',
};

/** A refusal in the processor's own words. */
export const declinedBy = ({ error }: WireRefusal, reference: string | null = null): Outcome => ({
  kind: 'declined',
  reference: error.payment_id ?? reference,
  error: errorOf(error.code, error.message),
  retry: retryOf[error.message] ?? 'never',
});

/** What the wire says where a processor names no reason: after a customer's reject this one does not. */
const noReason = { code: 'No error code', message: 'No error message' };

/** A payment that ended as failed. */
export const failed = ({ id, error }: WirePayment): Outcome => declinedBy({ error: error ?? noReason }, id);
