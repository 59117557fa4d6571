import type { Extras, Payment, Ruled } from './payment';
import { activeAttempt } from './payment';

/** The authentication type of the request: rules may have replaced it. */
export const requestedTypeOf = ({
  authenticationType,
  ruled,
}: Pick<Payment, 'authenticationType' | 'ruled'>): Payment['authenticationType'] =>
  ruled?.requestedType === undefined ? authenticationType : ruled.requestedType;

/** The amounts that the merchant requested: without the surcharge of a rule. */
export const requestedExtrasOf = ({ extras, ruled }: Pick<Payment, 'extras' | 'ruled'>): Extras =>
  ruled?.surcharge ? { ...extras, surchargeAmount: null, surchargeTaxAmount: null } : extras;

/** The payment with another type for its present attempt; earlier attempts keep the one that they had. */
export function withAuthenticationType(payment: Payment, to: Payment['authenticationType']): Payment {
  const { authenticationType } = payment;
  if (authenticationType === to) return payment;
  const earlier = payment.attempts.slice(0, -1).map((attempt) => ({ authenticationType, ...attempt }));
  return { ...payment, authenticationType: to, attempts: [...earlier, activeAttempt(payment)] };
}

/** The payment with what rules have decided; what they decided before of the same kinds is replaced. */
export const withRuled = (payment: Payment, decided: Ruled): Payment =>
  Object.keys(decided).length === 0 ? payment : { ...payment, ruled: { ...payment.ruled, ...decided } };

/** The payment as it was requested: the rules decide anew about each change of it. */
export function asRequested(payment: Payment): Payment {
  if (!payment.ruled) return payment;
  const { ruled: _, ...requested } = withAuthenticationType(payment, requestedTypeOf(payment));
  return { ...requested, extras: requestedExtrasOf(payment) };
}
