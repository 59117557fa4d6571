import type { JsonObject } from '@payorch/contracts';
import type { AuthorizeOperation, Card } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import { bankDebits } from './bank-debits';
import { bankRedirects } from './bank-redirects';
import { bankTransfers } from './bank-transfers';
import { countryOf } from './billing';
import type { Method, Reading } from './method';
import { payLater } from './pay-later';
import { wallets } from './wallets';

export type { Fields, Method } from './method';

/** Every method but cards, by the two keys under which the wire's `payment_method_data` names it. */
const families: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  bank_debit: bankDebits,
  bank_redirect: bankRedirects,
  bank_transfer: bankTransfers,
  pay_later: payLater,
  wallet: wallets,
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function readingOf(methodData: JsonObject): [Reading, data: unknown] | undefined {
  for (const [family, data] of Object.entries(methodData)) {
    const readings = own(families, family);
    if (!readings || typeof data !== 'object' || data === null) continue;
    for (const [key, inner] of Object.entries(data)) {
      const found = own(readings, key);
      if (found) return [found, inner];
    }
  }
  return undefined;
}

const cardMethod = ({ number, expiryMonth, expiryYear, cvc }: Card, threeDs: boolean): Method => ({
  type: 'card',
  details: { number: number.reveal(), exp_month: expiryMonth, exp_year: expiryYear, cvc: cvc?.reveal() },
  options: { request_three_d_secure: threeDs ? 'any' : 'automatic' },
});

/** What a stored method is to Stripe, by the wire's type: banks that were redirected to are debited later. */
const storedTypes: Readonly<Record<string, string>> = {
  ach: 'us_bank_account',
  amazon_pay: 'amazon_pay',
  bacs: 'bacs_debit',
  bancontact_card: 'sepa_debit',
  becs: 'au_becs_debit',
  cashapp: 'cashapp',
  ideal: 'sepa_debit',
  revolut_pay: 'revolut_pay',
  sepa: 'sepa_debit',
  sofort: 'sepa_debit',
};

/** Whether what is charged was stored at Stripe before, so that nothing of it is sent again. */
export const storedReference = ({ mandate }: AuthorizeOperation): string | null =>
  mandate.kind === 'use' ? mandate.mandateReference : null;

/** How the operation's method is told to Stripe. Throws where there is none that it takes: nothing is sent then. */
export function methodOf(operation: AuthorizeOperation): Method {
  const { card, methodData, paymentMethodType, threeDs } = operation;
  if (storedReference(operation) !== null) return { type: own(storedTypes, paymentMethodType ?? '') ?? 'card' };
  if (card) return cardMethod(card, threeDs);
  const found = methodData && readingOf(methodData);
  if (!found) throw new InvariantError(`Stripe takes no ${paymentMethodType ?? operation.paymentMethod} in this form`);
  const [reading, data] = found;
  return reading.read(data, { country: countryOf(operation) });
}
