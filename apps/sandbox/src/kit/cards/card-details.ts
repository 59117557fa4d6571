import { createHmac, randomBytes } from 'node:crypto';
import { faultOfCard } from '../faults/fault-cards';
import { checkDigitOf } from './check-digit';

/** A card as a request has it. */
export interface CardInput {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc?: string | undefined;
}

/** The stored properties of a card: never its number. */
export interface CardDetails<T> {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly funding: string;
  readonly fingerprint: string;
  readonly wallet: 'apple_pay' | 'google_pay' | null;
  readonly hasCvc: boolean;
  /** How the test card behaves at the processor; null for any other card, which succeeds. */
  readonly trait: T | null;
  /** The fault that one of the sandbox's own cards triggers. */
  readonly fault: string | null;
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
/** The network of a card, by the first digits of its number. */
const brandOf = (number: string): string => brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'unknown';

const debit = new Set(['4000056655665556', '5200828282828210', '6011981111111113']);
const fundingOf = (number: string): string =>
  debit.has(number) ? 'debit' : number === '5105105105105100' ? 'prepaid' : 'credit';

/** The same card has the same fingerprint as long as the process lives; the fingerprint does not reveal the number. */
const fingerprintKey = randomBytes(32);
const fingerprintOf = (number: string): string =>
  createHmac('sha256', fingerprintKey).update(number).digest('base64url').slice(0, 16);

/** The first part of a card that cannot be right, before any issuer is involved. */
export function wrongPartOf(card: CardInput, nowMs: number): 'number' | 'exp_month' | 'exp_year' | 'cvc' | undefined {
  const { number, exp_month: month, exp_year: year, cvc } = card;
  const now = new Date(nowMs);
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const hasCheckDigit = checkDigitOf(number.slice(0, -1)) === Number(number.slice(-1));
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit) return 'number';
  if (month < 1 || month > 12 || (year === thisYear && month < thisMonth)) return 'exp_month';
  if (year < thisYear || year > thisYear + 50) return 'exp_year';
  const digits = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  return cvc === undefined || digits.test(cvc) ? undefined : 'cvc';
}

export const cardDetailsOf = <T>(
  { number, exp_month, exp_year, cvc }: CardInput,
  trait: T | null,
  wallet: CardDetails<T>['wallet'],
): CardDetails<T> => ({
  brand: brandOf(number),
  last4: number.slice(-4),
  exp_month,
  exp_year,
  funding: fundingOf(number),
  fingerprint: fingerprintOf(number),
  wallet,
  hasCvc: cvc !== undefined,
  trait,
  fault: faultOfCard(number),
});
