import type { PaymentFields, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { Method } from '../../../payment-methods/domain/method';
import { canPay } from '../../../payment-methods/domain/method';
import { isAtProcessor, type PaymentMethod } from '../../../payment-methods/domain/payment-method';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import type { DecideContext, Effect } from '../decision';
import { hasMethodData } from '../fields';
import type { Payment } from '../payment';
import { activeAttempt, nothing, withAttempt } from '../payment';
import { paymentTokenIn } from '../terms/terms';
import { referenceOf } from './recurring';

/** The id of the saved payment method that the customer chose for the attempt; null where the customer sent new data. */
export const chosenMethodOf = ({ method }: Attempt): string | null =>
  method?.savedAs?.isChosen ? method.savedAs.paymentMethodId : null;

/** Whether the card was typed in or saved before; null for a payment method that is no card. */
export function discoveryOf(
  { recurring }: Pick<Payment, 'recurring'>,
  attempt: Attempt,
): 'saved_card' | 'manual' | null {
  if (!attempt.method?.card) return null;
  const isSaved = (recurring && recurring.paymentMethodId !== null) || chosenMethodOf(attempt) !== null;
  return isSaved ? 'saved_card' : 'manual';
}

/** Whether no customer takes part: a payment method is charged that the merchant, and not the customer, has named. */
export const isCustomerAbsent = (payment: Payment): boolean =>
  payment.terms.isOffSession || (payment.recurring !== null && chosenMethodOf(activeAttempt(payment)) === null);

/**
 * The payment with the saved payment method that the request names by a payment token. A card that the customer saved before
 * keeps the id of the saved one.
 */
export function withSavedMethod(payment: Payment, fields: PaymentFields, context: DecideContext): Payment | Refusal {
  // New data replaces what a token named before.
  if (hasMethodData(fields)) return withCvc(withSameCard({ ...payment, paymentToken: null }, fields, context), fields);
  const named = paymentTokenIn(fields.details);
  if (named === null || isOwnToken(payment, named)) return withCvc(payment, fields);
  const stored = payment.customerId && context.records.methodOfToken(named, payment.customerId);
  // A token is never ignored in favour of another card.
  if (!stored) return refuse('token_expired', { path: 'payment_token' });
  const chosen = withChosen({ ...payment, paymentToken: named, recurring: null }, stored, fields, context);
  return isRefusal(chosen) ? chosen : withCvc(chosen, fields);
}

/** Whether the token names the data that the payment has already. */
export function isOwnToken(payment: Payment, token: string): boolean {
  const { method } = activeAttempt(payment);
  return token === payment.paymentToken && (payment.recurring !== null || (method !== null && canPay(method)));
}

/** Charges the saved card or data; a payment method whose data only a processor has goes to the account that saved it. */
function withChosen(
  payment: Payment,
  stored: PaymentMethod,
  { paymentMethod, paymentMethodType }: PaymentFields,
  { now }: DecideContext,
): Payment | Refusal {
  const { method, paymentMethodId } = stored;
  // A card range may hold credit and debit cards; the wallet of a token is a fact.
  const isOtherWallet = method.walletToken && paymentMethodType && paymentMethodType !== method.paymentMethodType;
  if ((paymentMethod && paymentMethod !== method.paymentMethod) || isOtherWallet)
    return refuse('invalid_request', {
      message: "payment_method_data doesn't correspond to the specified payment_method",
      path: 'payment_method',
    });
  const given = { ...activeAttempt(payment), method: withBilling(method, activeAttempt(payment).method) };
  const savedAs = { paymentMethodId, isChosen: true, ...(isAtProcessor(stored) && { isAtProcessor: true as const }) };
  const attempt = { ...given, method: { ...given.method, savedAs } };
  if (!isIn(attempt, 'payment_method_awaited', 'confirmation_awaited')) return refuse('internal');
  const charged = withAttempt(payment, move(attempt, 'method_given', {}, { modifiedAt: now }));
  if (canPay(method)) return charged;
  const reference = referenceOf(stored, payment, null);
  if (!reference) return refuse('no_eligible_connector');
  const { status: paymentMethodStatus, networkTransactionId } = stored;
  const none = { mandateId: null, use: null, reserved: nothing };
  return { ...charged, recurring: { ...none, paymentMethodId, paymentMethodStatus, reference, networkTransactionId } };
}

/** The billing address of the request stands beside the saved data. */
function withBilling(method: Method, sent: Method | null): Method {
  const billing = sent?.paymentMethodData?.['billing'];
  return billing === undefined ? method : { ...method, paymentMethodData: { ...method.paymentMethodData, billing } };
}

function withSameCard(payment: Payment, { card }: PaymentFields, context: DecideContext): Payment {
  const attempt = activeAttempt(payment);
  const known = card && payment.customerId && context.records.methodWithCard(card.fingerprint, payment.customerId);
  if (!known || !attempt.method) return payment;
  const savedAs = { paymentMethodId: known.paymentMethodId, isChosen: false };
  return withAttempt(payment, { ...attempt, method: { ...attempt.method, savedAs } });
}

/** A CVC that was sent without its card stands for the card that is charged. */
function withCvc(payment: Payment, { cvcReference }: PaymentFields): Payment {
  const attempt = activeAttempt(payment);
  if (cvcReference === undefined || !attempt.method?.card) return payment;
  const card = { ...attempt.method.card, cvc: 'stored' as const, cvcReference };
  return withAttempt(payment, { ...attempt, method: { ...attempt.method, card } });
}

/** Refuses to confirm with a saved card without its CVC where the list of saved payment methods says that it is required. */
export function refuseMissingCvc(
  payment: Payment,
  { settings: { asksForCvc } }: Pick<DecideContext, 'settings'>,
): Refusal | undefined {
  const { method } = activeAttempt(payment);
  const isCard = method?.paymentMethod === 'card' && method.card !== null;
  if (!asksForCvc || !isCard || !method.savedAs?.isChosen || method.card.cvc === 'stored') return undefined;
  if (payment.setupFutureUsage === 'off_session' && method.savedAs.isAtProcessor) return undefined;
  return refuse('missing_param', { field: 'card_cvc' });
}

/** A saved payment method is used when the processor authorizes or charges it. */
export function usesOf({ recurring }: Payment, after: Attempt, before: Attempt, usedAt: Date): Effect[] {
  const paymentMethodId = recurring?.paymentMethodId ?? chosenMethodOf(after);
  const isUsed = after.state !== before.state && isIn(after, 'authorized', 'charged') && !isIn(before, 'authorized');
  return paymentMethodId !== null && isUsed ? [{ kind: 'use_payment_method', paymentMethodId, usedAt }] : [];
}
