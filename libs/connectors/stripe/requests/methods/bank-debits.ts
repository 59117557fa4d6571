import { z } from 'zod';
import type { Method, Reading } from './method';
import { reading, text } from './method';

const holder = {
  bank_account_holder_name: text,
  billing_details: z.object({ name: text, email: text }).nullish(),
};
type Holder = {
  bank_account_holder_name?: string | null | undefined;
  billing_details?: Method['billing'] | null | undefined;
};

const billingOf = ({ bank_account_holder_name: name, billing_details: billing }: Holder): Pick<Method, 'billing'> => ({
  billing: { name: name ?? billing?.name, email: billing?.email },
});

/** Bank debits. The account holder is the billing name. */
export const bankDebits: Readonly<Record<string, Reading>> = {
  ach_bank_debit: reading(
    z.object({
      ...holder,
      account_number: z.string(),
      routing_number: z.string(),
      bank_type: text,
      bank_holder_type: text,
    }),
    (data) => ({
      type: 'us_bank_account',
      details: {
        account_holder_type: data.bank_holder_type === 'business' ? 'company' : 'individual',
        account_type: data.bank_type,
        account_number: data.account_number,
        routing_number: data.routing_number,
      },
      ...billingOf(data),
    }),
  ),
  sepa_bank_debit: reading(z.object({ ...holder, iban: z.string() }), (data) => ({
    type: 'sepa_debit',
    details: { iban: data.iban },
    ...billingOf(data),
  })),
  becs_bank_debit: reading(z.object({ ...holder, account_number: z.string(), bsb_number: z.string() }), (data) => ({
    type: 'au_becs_debit',
    details: { account_number: data.account_number, bsb_number: data.bsb_number },
    ...billingOf(data),
  })),
  bacs_bank_debit: reading(z.object({ ...holder, account_number: z.string(), sort_code: z.string() }), (data) => ({
    type: 'bacs_debit',
    details: { account_number: data.account_number, sort_code: data.sort_code },
    ...billingOf(data),
  })),
};
