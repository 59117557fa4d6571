import { createHmac, randomBytes } from 'node:crypto';
import type { CardDetails } from '../objects/records';
import type { Refusal } from '../errors';
import { cardError } from '../errors';
import { faultOfCard } from '../../../kit/faults/fault-cards';
import { traitOf } from './test-cards';

export interface CardInput {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc?: string | undefined;
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^3[47]/, 'amex'],
  [/^(30[0-5]|36|38|39)/, 'diners'],
  [/^35/, 'jcb'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^62/, 'unionpay'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
];
const brandOf = (number: string): string => brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'unknown';

const debit = new Set(['4000056655665556', '5200828282828210', '6011981111111113']);
const fundingOf = (number: string): string =>
  debit.has(number) ? 'debit' : number === '5105105105105100' ? 'prepaid' : 'credit';

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at]);
    const counted = at % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** The same card has the same fingerprint as long as the process lives; the fingerprint does not reveal the number. */
const fingerprintKey = randomBytes(32);
const fingerprintOf = (number: string): string =>
  createHmac('sha256', fingerprintKey).update(number).digest('base64url').slice(0, 16);

/** Validates the card's input, before any issuer is involved. */
export function cardProblem(card: CardInput, nowMs: number): Refusal | undefined {
  const { number, exp_month: month, exp_year: year, cvc } = card;
  const now = new Date(nowMs);
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' });
  }
  if (month < 1 || month > 12 || (year === thisYear && month < thisMonth)) {
    return cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' });
  }
  if (year < thisYear || year > thisYear + 50) {
    return cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' });
  }
  const digits = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !digits.test(cvc)) {
    return cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
  }
  return undefined;
}

export const cardDetails = (card: CardInput, wallet: CardDetails['wallet'] = null): CardDetails => ({
  brand: brandOf(card.number),
  last4: card.number.slice(-4),
  expMonth: card.exp_month,
  expYear: card.exp_year,
  funding: fundingOf(card.number),
  fingerprint: fingerprintOf(card.number),
  wallet,
  hasCvc: card.cvc !== undefined,
  trait: traitOf(card.number),
  fault: faultOfCard(card.number),
});

/** The card of a published test name. */
export const testCardDetails = (number: string, nowMs: number): CardDetails =>
  cardDetails({ number, exp_month: 12, exp_year: new Date(nowMs).getUTCFullYear() + 1, cvc: '123' });
