import { z } from 'zod';
import { epsBanks, idealBanks, przelewy24Banks } from './bank-names';
import type { Method, Reading } from './method';
import { reading, text } from './method';

const billing_details = z.object({ billing_name: text, email: text }).nullish();
type Billing = z.infer<typeof billing_details>;
const billingOf = (billing: Billing): Pick<Method, 'billing'> =>
  billing ? { billing: { name: billing.billing_name, email: billing.email } } : {};

/** A redirect whose bank may be chosen beforehand. */
const withBank = (type: string, banks: Readonly<Record<string, string>>): Reading =>
  reading(z.object({ bank_name: text, billing_details }), ({ bank_name, billing_details: billing }) => ({
    type,
    details: { bank: bank_name ? banks[bank_name] : undefined },
    ...billingOf(billing),
  }));

const plain = (type: string): Reading =>
  reading(z.object({ billing_details }), ({ billing_details: billing }) => ({ type, ...billingOf(billing) }));

/** Banks to which the customer's browser is redirected; with BLIK the customer confirms in the bank's app. */
export const bankRedirects: Readonly<Record<string, Reading>> = {
  bancontact_card: reading(
    z.object({ card_holder_name: text, billing_details }),
    ({ card_holder_name, billing_details: billing }) => ({
      type: 'bancontact',
      billing: { name: billing?.billing_name ?? card_holder_name, email: billing?.email },
    }),
  ),
  blik: reading(z.object({ blik_code: text }), ({ blik_code }) => ({
    type: 'blik',
    options: { code: blik_code ?? undefined },
  })),
  eps: withBank('eps', epsBanks),
  giropay: plain('giropay'),
  ideal: withBank('ideal', idealBanks),
  przelewy24: withBank('p24', przelewy24Banks),
  sofort: reading(z.object({ country: text, billing_details }), ({ country, billing_details: billing }, context) => ({
    type: 'sofort',
    details: { country: country ?? context.country },
    ...billingOf(billing),
  })),
};
