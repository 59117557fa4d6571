import type {
  Caller,
  DataOf,
  JsonObject,
  Refusal,
  paymentCalculateTax,
  paymentCompleteAuthorize,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempt';
import { checkCaller } from '../caller';
import { checkOpen } from '../cannot';
import { checkShippingOfClient } from '../client-fields';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, waitersOf } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { askNow } from './ask-processor';

/**
 * Where the goods go is known only now: the payment shows it, with the tax that the merchant named for it. Once it is paid the
 * sums are all that is told.
 */
export function calculateTax(
  payment: Payment | undefined,
  { caller, shipping }: DataOf<typeof paymentCalculateTax>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal =
    checkCaller(payment, caller, context.now) ??
    checkOpen('create a session update for', payment) ??
    checkTax(payment, context) ??
    checkShipping(payment, caller, shipping);
  return refusal ?? answered(payment, withShipping(payment, shipping), context);
}

/** No tax processor is served: where the profile wants one asked, it is told that there is none, not that there is no tax. */
function checkTax({ details }: Payment, { profile: { externalTax } }: DecideContext): Refusal | undefined {
  if (!externalTax || details['skip_external_tax_calculation'] === true) return undefined;
  return externalTax.connectorId === null
    ? refuse('missing_param', { field: 'tax_connector_id' })
    : refuse('connector_account_not_found', { reason: externalTax.connectorId });
}

/**
 * The customer's browser has done its part, and may know by now where the goods go. That it says so proves nothing: where
 * the processor waits for the customer, the processor is asked.
 */
export function completeAuthorize(
  payment: Payment | undefined,
  { caller, shipping }: DataOf<typeof paymentCompleteAuthorize>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal =
    checkCaller(payment, caller, context.now) ??
    checkOpen('confirm', payment) ??
    checkShipping(payment, caller, shipping);
  if (refusal) return refusal;
  const sent = withShipping(payment, shipping);
  const waitsForCustomer = isIn(activeAttempt(payment), 'authentication_pending');
  return waitsForCustomer ? askNow(sent, context) : answered(payment, sent, context);
}

/** While nothing is authorized. */
const isOpen = (payment: Payment): boolean =>
  isIn(activeAttempt(payment), 'payment_method_awaited', 'confirmation_awaited', 'authentication_pending');

const checkShipping = (payment: Payment, { kind }: Caller, shipping: JsonObject | null): Refusal | undefined =>
  kind === 'client' && !isOpen(payment) ? checkShippingOfClient(payment, shipping) : undefined;

/** What is authorized or paid was judged with the address that it had, and is sent there. */
function withShipping(payment: Payment, shipping: JsonObject | null): Payment {
  return isOpen(payment) && shipping ? { ...payment, details: { ...payment.details, shipping } } : payment;
}

function answered(before: Payment, after: Payment, context: DecideContext): Decision {
  const answer = { kind: 'answer', waiters: waitersOf(context) } as const;
  return after === before ? unchanged([answer]) : decided(after, [answer]);
}
