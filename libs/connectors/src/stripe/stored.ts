import type { StoredMethod } from '@payorch/contracts';
import type { AnyIntent, PaymentIntent, SetupIntent, WireMethodDetails } from './wire';

const detailsOf = (expanded: PaymentIntent['latest_charge']): WireMethodDetails | null | undefined =>
  typeof expanded === 'object' ? expanded?.payment_method_details : undefined;

/**
 * What Stripe keeps of a method that was to be stored. A bank that the customer was sent to is charged again by debit: the
 * mandate is then the debit that came of it, not the redirect.
 */
function storedOf(
  { customer, payment_method }: AnyIntent,
  details: WireMethodDetails | null | undefined,
): { stored: StoredMethod } {
  const redirect = details?.bancontact ?? details?.ideal ?? details?.sofort;
  return {
    stored: {
      customerReference: customer ?? null,
      mandateReference: redirect?.generated_sepa_debit ?? payment_method ?? null,
      networkTransactionId: details?.card?.network_transaction_id ?? null,
    },
  };
}

/** A payment stores its method only where that was asked for. */
export const storedByPayment = (payment: PaymentIntent) =>
  payment.setup_future_usage ? storedOf(payment, detailsOf(payment.latest_charge)) : {};

export const storedBySetup = (setup: SetupIntent) => storedOf(setup, detailsOf(setup.latest_attempt));
