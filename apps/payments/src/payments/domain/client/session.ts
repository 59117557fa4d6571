import type { Caller, PaymentForSession, Refusal } from '@payorch/contracts';
import { countryOf } from '@payorch/contracts';
import { checkCaller } from './caller';
import { isMerchants } from './client-values';
import { checkOpen } from '../state-refusals';
import type { Payment } from '../payment';
import type { MerchantRules } from '../merchant-rules';
import { walletTotals } from '../terms/surcharge';
import { activeAttempt, netAmount } from '../payment';

interface SessionContext {
  readonly now: Date;
  /** The merchant's surcharge rules. */
  readonly rules: MerchantRules['surcharge'];
}

/** The data that a customer's wallets need, for the payment's own client and only while it can be paid. */
export function sessionOf(
  payment: Payment,
  caller: Caller,
  { now, rules }: SessionContext,
): PaymentForSession | Refusal {
  const refused = checkCaller(payment, caller, now) ?? checkOpen('create a session token for', payment);
  if (refused) return refused;
  const { method } = activeAttempt(payment);
  const totals = walletTotals(payment, rules);
  return {
    profileId: payment.profileId,
    money: netAmount(payment),
    ...(Object.keys(totals).length > 0 && { walletTotals: totals }),
    captureMethod: payment.captureMethod,
    country: countryOf(method?.paymentMethodData?.['billing']) ?? countryOf(payment.terms.billing ?? undefined),
    email: payment.customer?.email ?? null,
    ...(isMerchants(payment, 'shipping') && { fixedShipping: true }),
  };
}
