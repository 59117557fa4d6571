import type {
  Caller,
  DataOf,
  JsonObject,
  Refusal,
  paymentCalculateTax,
  paymentCompleteAuthorize,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempts/attempt';
import { checkCaller } from '../client/caller';
import { checkOpen } from '../state-refusals';
import { checkShippingOfClient } from '../client/client-fields';
import { isMerchants, setBy } from '../client/client-values';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, pendingRepliesOf } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, withDetails } from '../payment';
import { syncNow } from './sync-payment';

/** Stores the shipping address on an open payment and replies with the payment; later the address no longer changes. */
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
  return refusal ?? answered(payment, withShipping(payment, caller, shipping), context);
}

/** No tax processor is supported: a profile that requires one gets an error, not a tax of zero. */
function checkTax(payment: Payment, { settings }: DecideContext): Refusal | undefined {
  const { externalTax } = settings.profile;
  if (!externalTax || payment.terms.skipsExternalTax) return undefined;
  return externalTax.connectorId === null
    ? refuse('missing_param', { field: 'tax_connector_id' })
    : refuse('connector_account_not_found', { reason: externalTax.connectorId });
}

/**
 * The customer's browser has finished its step, and may send the shipping address. Its message proves nothing: where the
 * processor waits for the customer, a sync follows.
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
  const sent = withShipping(payment, caller, shipping);
  const awaitsCustomer = isIn(activeAttempt(payment), 'authentication_pending', 'authenticating');
  return awaitsCustomer ? syncNow(sent, context) : answered(payment, sent, context);
}

/** Whether nothing is authorized yet. */
const isOpen = (payment: Payment): boolean =>
  isIn(activeAttempt(payment), 'payment_method_awaited', 'confirmation_awaited', 'authentication_pending');

const checkShipping = (payment: Payment, { kind }: Caller, shipping: JsonObject | null): Refusal | undefined =>
  kind === 'client' ? checkShippingOfClient(payment, shipping, isOpen(payment)) : undefined;

/** An authorized or paid payment keeps the address that it was authorized with, and any payment the merchant's. */
function withShipping(payment: Payment, { kind }: Caller, shipping: JsonObject | null): Payment {
  if (!isOpen(payment) || !shipping || (kind === 'client' && isMerchants(payment, 'shipping'))) return payment;
  return setBy(withDetails(payment, { ...payment.details, shipping }), kind, { details: { shipping } });
}

function answered(before: Payment, after: Payment, context: DecideContext): Decision {
  const answer = { kind: 'reply', pendingReplies: pendingRepliesOf(context) } as const;
  return after === before ? unchanged([answer]) : decided(after, [answer]);
}
