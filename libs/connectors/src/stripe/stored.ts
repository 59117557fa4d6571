import type { StoredMethod } from '@payorch/contracts';
import type { AnyIntent, PaymentIntent, SetupIntent, WireMethodDetails } from './wire';

/** What the charge says of its method; only where it is shown whole. */
export const detailsOf = (expanded: PaymentIntent['latest_charge']): WireMethodDetails | null | undefined =>
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

const becomeDebits: ReadonlySet<string> = new Set(['bancontact', 'ideal', 'sofort']);

/** An event names the charge by its id alone, and only the whole charge names the debit that a redirect became. */
export function lacksWhatIsStored(intent: AnyIntent): boolean {
  const isPayment = intent.object === 'payment_intent';
  const stores = isPayment ? Boolean(intent.setup_future_usage) : true;
  const expanded = isPayment ? intent.latest_charge : intent.latest_attempt;
  const isRedirect = intent.payment_method_types?.some((type) => becomeDebits.has(type)) ?? false;
  return intent.status === 'succeeded' && stores && isRedirect && typeof expanded !== 'object';
}

export const storedBySetup = (setup: SetupIntent) => storedOf(setup, detailsOf(setup.latest_attempt));
