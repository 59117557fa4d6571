import type { Json, SavedReferences } from '@payorch/contracts';
import type { Attempt } from '../../domain/attempts/attempt';
import { chosenMethodOf, discoveryOf } from '../../domain/method/chosen-method';
import type { Payment } from '../../domain/payment';
import { activeAttempt } from '../../domain/payment';
import { chargeableToken } from '../../../payment-methods/domain/method';
import type { PaymentMethodStatus } from '../../../payment-methods/domain/payment-method';

/** The mandate that the payment was charged to, or the one that it set up. */
export const mandateIdOf = ({ recurring, saved }: Payment): string | null =>
  (recurring ? recurring.mandateId : saved?.mandateId) ?? null;

/** The saved payment method that the payment charged, or the one that it saved. */
export function savedAs(payment: Payment): { id: string; status: PaymentMethodStatus } | null {
  const { recurring, saved } = payment;
  if (recurring) {
    const { paymentMethodId: id, paymentMethodStatus: status } = recurring;
    return id === null || status === null ? null : { id, status };
  }
  if (saved) return { id: saved.paymentMethodId, status: saved.status };
  // Only an active payment method can be chosen.
  const chosen = chosenMethodOf(activeAttempt(payment));
  return chosen === null ? null : { id: chosen, status: 'active' };
}

/** Whether the payment charges data that were saved before. */
export const chargesSaved = (payment: Payment): boolean =>
  payment.recurring !== null || chosenMethodOf(activeAttempt(payment)) !== null;

/** The processor's latest references of the saved payment method. */
export function savedReferencesOf(
  { recurring }: Payment,
  { stored }: Attempt,
): Pick<SavedReferences, 'mandateReference' | 'customerReference'> {
  return {
    mandateReference: stored?.mandateReference ?? recurring?.reference.mandateReference ?? null,
    customerReference: stored?.customerReference ?? recurring?.reference.customerReference ?? null,
  };
}

/** Whether the card was typed in or saved before; null until the payment goes to a processor. */
export const cardDiscovery = (payment: Payment, attempt: Attempt): string | null =>
  attempt.state === 'confirmation_awaited' ? null : discoveryOf(payment, attempt);

/** The possible uses of the saved payment method; null where none was saved or charged. */
export function tokenizationView(payment: Payment, attempt: Attempt): Json {
  const stored = savedAs(payment);
  if (!stored) return null;
  const { mandateReference } = savedReferencesOf(payment, attempt);
  const networkTransactionId = attempt.stored?.networkTransactionId ?? payment.recurring?.networkTransactionId ?? null;
  return {
    payment_method_id: stored.id,
    payment_method_status: stored.status,
    psp_tokenization: mandateReference !== null,
    network_tokenization: attempt.method?.networkToken !== undefined && chargeableToken(attempt.method) !== null,
    network_transaction_id: networkTransactionId,
    network_transaction_link_id: payment.recurring?.transactionLinkId ?? null,
    is_eligible_for_mit_payment: mandateReference !== null || networkTransactionId !== null,
  };
}
