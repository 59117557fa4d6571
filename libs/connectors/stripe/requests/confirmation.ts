import type { AuthorizeOperation, Found } from '@payorch/connector-kit';
import { z } from 'zod';
import { foundNames } from './found-names';
import type { Fields, Method } from './methods';
import { isMadeFirst, methodOf, storedReference } from './methods';
import { billingDetails } from './methods/billing';
import { text } from './methods/method';
import { importedAuthentication } from './three-d-secure';

/** Bank debits: Stripe requires the customer's consent. */
const debits: ReadonlySet<string> = new Set(['au_becs_debit', 'bacs_debit', 'sepa_debit', 'us_bank_account']);

const browser = z.object({ ip_address: text, user_agent: text }).nullish().catch(null);

/** The customer's consent, with IP address and user agent if known. Cards need none: the card networks regulate saved cards. */
function consentTo({ mandate, browserInfo }: AuthorizeOperation, { type }: Method): Fields | undefined {
  const isNeeded = mandate.kind === 'store' ? type !== 'card' : mandate.kind === 'none' && debits.has(type);
  if (!isNeeded) return undefined;
  const seen = browser.parse(browserInfo);
  return seen?.ip_address && seen.user_agent
    ? { customer_acceptance: { type: 'online', online: { ip_address: seen.ip_address, user_agent: seen.user_agent } } }
    : { customer_acceptance: { type: 'offline' } };
}

/** The card network's id of the first payment, if the card is not saved at Stripe. */
const exemptionOf = ({ mandate }: AuthorizeOperation): Fields | undefined =>
  mandate.kind === 'use' && mandate.mandateReference === null && mandate.networkTransactionId !== null
    ? { network_transaction_id: mandate.networkTransactionId }
    : undefined;

/** Options that only card authorizations support. */
function requestedAuthorizationOptions({
  capture,
  incremental,
  extended,
  multiple,
  overcapture,
}: AuthorizeOperation): Fields {
  const ifAvailable = (isRequested?: boolean) => (isRequested ? 'if_available' : undefined);
  const isManual = capture === 'manual';
  return {
    request_incremental_authorization: ifAvailable(incremental),
    request_extended_authorization: ifAvailable(extended && isManual),
    request_multicapture: ifAvailable(multiple && isManual),
    request_overcapture: ifAvailable(overcapture && isManual),
  };
}

/** Stripe charges a saved payment method only together with its customer. */
function customerOf({ mandate }: AuthorizeOperation, found: Found): string | null | undefined {
  if (mandate.kind !== 'use') return found[foundNames.customer];
  if (mandate.customerReference !== null || mandate.mandateReference === null) return mandate.customerReference;
  return found[foundNames.owner] || undefined;
}

/** The fields that confirm a payment or a set-up: payer, payment method and return URL. */
export function confirmationOf(operation: AuthorizeOperation, found: Found) {
  const method = methodOf(operation);
  const { type, details } = method;
  const stored = storedReference(operation);
  const isInline = stored === null && !isMadeFirst(operation);
  const options = {
    ...method.options,
    mit_exemption: exemptionOf(operation),
    ...(type === 'card' && {
      ...requestedAuthorizationOptions(operation),
      three_d_secure: importedAuthentication(operation),
    }),
  };
  return {
    confirm: true,
    payment_method_types: [type],
    payment_method: stored ?? found[foundNames.paymentMethod],
    payment_method_data: isInline
      ? { type, [type]: details, billing_details: billingDetails(operation, method) }
      : undefined,
    payment_method_options: { [type]: options },
    customer: customerOf(operation, found),
    mandate_data: consentTo(operation, method),
    return_url: operation.returnUrl,
  };
}
