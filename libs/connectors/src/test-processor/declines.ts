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

/** A payment that ended as failed. After a customer's reject the processor says nothing: its code and message stay empty. */
export const failed = ({ id, error }: WirePayment): Outcome =>
  declinedBy({ error: error ?? { code: '', message: '' } }, id);
