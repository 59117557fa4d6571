import { becomesDebit } from '../methods';
import type { PaymentMethod } from '../objects/records';
import type { Bench } from './decision';
import { newMethod } from './make-method';

/** The debit that a bank's redirect becomes once it was used to be charged again; null where nothing was to be kept. */
export const generatedDebit = (method: PaymentMethod, customer: string | null, bench: Bench): PaymentMethod | null =>
  customer !== null && becomesDebit(method.type)
    ? {
        ...newMethod(bench, 'sepa_debit'),
        billing: method.billing,
        details: { last4: '3000', country: 'DE', bank_code: '37040044', fingerprint: 'fp_223000' },
        customer,
        setUp: true,
      }
    : null;
