import type { Caller, PaymentForSession, Refusal } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { checkCaller } from './caller';
import { checkOpen } from './cannot';
import type { Payment } from './payment';
import { activeAttempt, netAmount } from './payment';

/** What a customer's wallets must know of a payment, for its own client and only while it can still be paid. */
export function sessionOf(payment: Payment, caller: Caller, now: Date): PaymentForSession | Refusal {
  const refused = checkCaller(payment, caller, now) ?? checkOpen('create a session token for', payment);
  if (refused) return refused;
  const { method } = activeAttempt(payment);
  return {
    profileId: payment.profileId,
    money: netAmount(payment),
    country: countryOf(method?.paymentMethodData?.['billing']) ?? countryOf(payment.details['billing']),
    email: payment.customer?.email ?? null,
  };
}
