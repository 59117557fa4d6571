import type { Caller, PaymentForSession, Refusal } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { checkCaller } from './caller';
import { isMerchants } from './client-values';
import { checkOpen } from './state-refusals';
import type { Payment } from './payment';
import { activeAttempt, netAmount } from './payment';

/** The data that a customer's wallets need, for the payment's own client and only while it can be paid. */
export function sessionOf(payment: Payment, caller: Caller, now: Date): PaymentForSession | Refusal {
  const refused = checkCaller(payment, caller, now) ?? checkOpen('create a session token for', payment);
  if (refused) return refused;
  const { method } = activeAttempt(payment);
  return {
    profileId: payment.profileId,
    money: netAmount(payment),
    captureMethod: payment.captureMethod,
    country: countryOf(method?.paymentMethodData?.['billing']) ?? countryOf(payment.details['billing']),
    email: payment.customer?.email ?? null,
    ...(isMerchants(payment, 'shipping') && { fixedShipping: true }),
  };
}
