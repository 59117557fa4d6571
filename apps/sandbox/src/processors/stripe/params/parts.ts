import { isCurrency } from '@payorch/kernel';
import { z } from 'zod';
import { majorTextOf } from '../../../kit/amount-text';
import { digits, formParts, nonEmptyText, text, unset } from '../../../kit/params/form-parts';
import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';
import type { Address, Billing, Json } from '../objects/fields';
import { noAddress } from '../objects/fields';

/** Values of forms, in Stripe's words. The maximum amount has eight digits. */
export const { integer, amount, webUrl } = formParts(
  {
    notInteger: (input) => [`Invalid integer: ${input}`, 'parameter_invalid_integer'],
    notPositive: ['This value must be greater than or equal to 1.', 'parameter_invalid_integer'],
    tooLarge: ['Amount must be no more than 99999999 in the smallest currency unit.', 'amount_too_large'],
    notUrl: ['Not a valid URL', 'url_invalid'],
  },
  99_999_999,
);

/** What Stripe takes of a card; a year has two or four digits. */
export const cardNumbers = {
  number: digits,
  exp_month: integer,
  exp_year: integer.transform((year) => (year < 100 ? 2000 + year : year)),
};

const metadataKeys = 50;

/** An empty value deletes its key; empty metadata deletes all keys. */
export const metadata = z
  .union([unset, z.record(z.string().max(40), z.string().max(500))])
  .refine(
    (input) => input === null || Object.keys(input).length <= metadataKeys,
    'You may only specify up to 50 keys.',
  );
export type MetadataChange = z.output<typeof metadata>;

const orNull = text.optional().transform((input) => input ?? null);
export const address = z
  .strictObject({ city: orNull, country: orNull, line1: orNull, line2: orNull, postal_code: orNull, state: orNull })
  .transform((input): Address => input);

export const billing = z
  .strictObject({ address: address.optional(), email: orNull, name: orNull, phone: orNull, tax_id: orNull })
  .transform(({ tax_id: _, address: where = noAddress, ...input }): Billing => ({ ...input, address: where }));

export const shipping = z
  .strictObject({ address, name: nonEmptyText, carrier: orNull, phone: orNull, tracking_number: orNull })
  .transform((input): Json => input);

/** The currencies of each minimum amount, in minor units; others have no minimum here. */
const minimumAmounts = {
  30: 'gbp',
  50: 'usd aud brl cad chf eur inr jpy nzd sgd',
  200: 'aed myr pln ron',
  250: 'dkk',
  300: 'nok sek',
  400: 'hkd',
  1000: 'mxn thb',
  1500: 'czk',
  17500: 'huf',
};
const minimumOf = (currency: string): number =>
  Number(Object.entries(minimumAmounts).find(([, currencies]) => currencies.includes(currency))?.[0] ?? 0);

const symbols: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£', jpy: '¥' };

/** Currencies whose two decimals must be zero, since everyday use has no decimals. */
const withEmptyDecimals = new Set(['isk', 'ugx']);
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

const isStripeCurrency = (currency: string): boolean =>
  /^[a-z]{3}$/.test(currency) && isCurrency(currency.toUpperCase());

/** Formats an amount as `$10.00` or `10.00 PLN`. */
export function amountText(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const symbol = symbols[currency];
  const major = majorTextOf(amount, code);
  return symbol === undefined ? `${major} ${code}` : `${symbol}${major}`;
}

export function currencyProblem(currency: string): Refusal | undefined {
  if (isStripeCurrency(currency)) return undefined;
  return invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
}

/** The refusals of an amount by itself. */
export function amountProblem(amount: number, currency: string): Refusal | undefined {
  const floor = minimumOf(currency);
  if (amount < floor) {
    const message = `Amount must be at least ${amountText(floor, currency)} ${currency}`;
    return invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (withEmptyDecimals.has(currency) && amount % 100 !== 0) {
    return invalidRequest(`Invalid amount. Amounts in ${currency} must be divisible by 100.`, { param: 'amount' });
  }
  if (withThreeDecimals.has(currency) && amount % 10 !== 0) {
    return invalidRequest(`Invalid amount. Amounts in ${currency} must end in 0.`, { param: 'amount' });
  }
  return undefined;
}
