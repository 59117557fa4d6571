import type { SavedReferences } from '@payorch/contracts';
import type { AnyIntent, PaymentIntent, SetupIntent, WireMethodDetails } from './wire';

/** The charge's payment method details; only if the charge is expanded. */
export const detailsOf = (expanded: PaymentIntent['latest_charge']): WireMethodDetails | null | undefined =>
  typeof expanded === 'object' ? expanded?.payment_method_details : undefined;

/**
 * The saved payment method. Stripe charges a saved bank redirect by debit: the mandate is then the generated debit, not the
 * redirect.
 */
function storedOf(
  { customer, payment_method }: AnyIntent,
  details: WireMethodDetails | null | undefined,
): { stored: SavedReferences } {
  const redirect = details?.bancontact ?? details?.ideal ?? details?.sofort;
  return {
    stored: {
      customerReference: customer ?? null,
      mandateReference: redirect?.generated_sepa_debit ?? payment_method ?? null,
      networkTransactionId: details?.card?.network_transaction_id ?? null,
    },
  };
}

/** A payment saves its method only if that was requested. */
export const savedByPayment = (payment: PaymentIntent) =>
  payment.setup_future_usage ? storedOf(payment, detailsOf(payment.latest_charge)) : {};

const becomeDebits: ReadonlySet<string> = new Set(['bancontact', 'ideal', 'sofort']);

/** Whether an event lacks the generated debit of a redirect: events contain only the charge's id, not the expanded charge. */
export function lacksWhatIsStored(intent: AnyIntent): boolean {
  const isPayment = intent.object === 'payment_intent';
  const stores = isPayment ? Boolean(intent.setup_future_usage) : true;
  const expanded = isPayment ? intent.latest_charge : intent.latest_attempt;
  const isRedirect = intent.payment_method_types?.some((type) => becomeDebits.has(type)) ?? false;
  return intent.status === 'succeeded' && stores && isRedirect && typeof expanded !== 'object';
}

export const savedBySetup = (setup: SetupIntent) => storedOf(setup, detailsOf(setup.latest_attempt));
