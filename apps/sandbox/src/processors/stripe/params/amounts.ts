import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';

/** The minimum amounts, in minor units; other currencies have no minimum here. */
const minimumAmounts: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};

const symbols: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£', jpy: '¥' };

/** Currencies whose two decimals must be zero, since everyday use has no decimals. */
const withEmptyDecimals = new Set(['isk', 'ugx']);
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

export const isStripeCurrency = (currency: string): boolean =>
  /^[a-z]{3}$/.test(currency) && isCurrency(currency.toUpperCase());

/** Formats an amount as `$10.00` or `10.00 PLN`. */
export function amountText(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const major = isCurrency(code) ? toMajorText(money(BigInt(amount), code)) : String(amount);
  const symbol = symbols[currency];
  return symbol === undefined ? `${major} ${code}` : `${symbol}${major}`;
}

export function currencyProblem(currency: string): Refusal | undefined {
  if (isStripeCurrency(currency)) return undefined;
  return invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
}

/** The refusals of an amount by itself. */
export function amountProblem(amount: number, currency: string): Refusal | undefined {
  const floor = minimumAmounts[currency];
  if (floor !== undefined && amount < floor) {
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
