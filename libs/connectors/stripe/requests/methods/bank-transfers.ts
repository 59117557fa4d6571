import type { Json } from '@payorch/contracts';
import { z } from 'zod';
import type { Method, Reading } from './method';
import { reading, text } from './method';

const billing_details = z.object({ name: text, email: text }).nullish();
const shape = z.object({ billing_details, country: text });

/** The customer sends money to a balance at Stripe, from which Stripe takes the payment. */
const fromBalance = (
  type: string,
  rest: (country: string | null) => Readonly<Record<string, Json>> = () => ({}),
): Reading =>
  reading(shape, (data, { country }) => ({
    type: 'customer_balance',
    options: { funding_type: 'bank_transfer', bank_transfer: { type, ...rest(data.country ?? country) } },
    ...billingOf(data),
  }));

const billingOf = ({ billing_details: billing }: z.infer<typeof shape>): Pick<Method, 'billing'> =>
  billing ? { billing } : {};

export const bankTransfers: Readonly<Record<string, Reading>> = {
  ach_bank_transfer: fromBalance('us_bank_transfer'),
  bacs_bank_transfer: fromBalance('gb_bank_transfer'),
  sepa_bank_transfer: fromBalance('eu_bank_transfer', (country) => ({ eu_bank_transfer: { country } })),
  multibanco_bank_transfer: reading(shape, (data) => ({ type: 'multibanco', ...billingOf(data) })),
};
