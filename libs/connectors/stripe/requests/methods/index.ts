import type { JsonObject } from '@payorch/contracts';
import type { AuthorizeOperation, Card } from '@payorch/connector-kit';
import { entryOf } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import { bankDebits } from './bank-debits';
import { bankRedirects } from './bank-redirects';
import { bankTransfers } from './bank-transfers';
import { countryOf } from './billing';
import type { Method, Reading } from './method';
import { payLater } from './pay-later';
import { wallets } from './wallets';

export type { Fields, Method } from './method';

/** Every payment method except cards, by the two keys of the interface's `payment_method_data`. */
const families: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  bank_debit: bankDebits,
  bank_redirect: bankRedirects,
  bank_transfer: bankTransfers,
  pay_later: payLater,
  wallet: wallets,
};

function readingOf(methodData: JsonObject): [Reading, data: unknown] | undefined {
  for (const [family, data] of Object.entries(methodData)) {
    const readings = entryOf(families, family);
    if (!readings || typeof data !== 'object' || data === null) continue;
    for (const [key, inner] of Object.entries(data)) {
      const found = entryOf(readings, key);
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

/** Stripe's type of a saved payment method, by the interface's type: Stripe charges saved bank redirects by debit. */
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

/** Stripe's id of the saved payment method, whose details are not sent again; null if it is not saved at Stripe. */
export const storedReference = ({ mandate }: AuthorizeOperation): string | null =>
  mandate.kind === 'use' ? mandate.mandateReference : null;

/** The operation's payment method for Stripe. Throws for an unsupported method, so that the operation is not sent. */
export function methodOf(operation: AuthorizeOperation): Method {
  const { card, methodData, paymentMethodType, threeDs } = operation;
  if (storedReference(operation) !== null) return { type: entryOf(storedTypes, paymentMethodType ?? '') ?? 'card' };
  if (card) return cardMethod(card, threeDs);
  const found = methodData && readingOf(methodData);
  if (!found) throw new InvariantError(`Stripe takes no ${paymentMethodType ?? operation.paymentMethod} in this form`);
  const [reading, data] = found;
  return reading.read(data, { country: countryOf(operation) });
}

/** Whether a payment method is created first: Stripe takes no raw card within a payment. */
export const isMadeFirst = (operation: AuthorizeOperation): boolean =>
  storedReference(operation) === null && methodOf(operation).type === 'card';
