import { becomesDebit } from '../payment-method-types';
import type { PaymentMethod } from '../objects/records';
import type { DecisionContext } from './decision';
import { newPaymentMethod } from './payment-methods';

/** The SEPA debit that a bank redirect generates for later charges; null where no payment method is saved. */
export const generatedDebit = (
  method: PaymentMethod,
  customer: string | null,
  context: DecisionContext,
): PaymentMethod | null =>
  customer !== null && becomesDebit(method.type)
    ? {
        ...newPaymentMethod(context, 'sepa_debit'),
        billing: method.billing,
        details: { last4: '3000', country: 'DE', bank_code: '37040044', fingerprint: 'fp_223000' },
        customer,
        setUp: true,
      }
    : null;
