import type { JsonObject } from '@payorch/contracts';
import type { Payment } from '../payment';
import type { PaymentLink } from '../payment-link';
import { objectOf } from './json-values';

/** What decisions read of fields that are otherwise stored and shown as they were sent: each once, with its type. */
type Details = Pick<Payment, 'details'>;

/** The customer is absent. */
export const isOffSession = ({ details }: Details): boolean => details['off_session'] === true;

/** The merchant asks for 3-D Secure outside the processor. */
export const asksForExternalThreeDs = ({ details }: Details): boolean =>
  details['request_external_three_ds_authentication'] === true;

/** The merchant takes care of the tax itself. */
export const skipsExternalTax = ({ details }: Details): boolean => details['skip_external_tax_calculation'] === true;

/** Where the goods go: `address`, `phone` and `email`; null where the payment has no such address. */
export const shippingOf = ({ details }: Details): JsonObject | null => objectOf(details['shipping']);

/** A link's page lets a customer try again, unless the merchant turned it off. */
export const letsCustomersRetry = ({ config }: Pick<PaymentLink, 'config'>): boolean =>
  config['enable_manual_retry'] !== false;
