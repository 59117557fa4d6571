import { isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Refusal } from '../errors';
import { invalidRequest } from '../errors';

/** The least that may be charged, in minor units; any other currency has no floor here. */
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

/** Two decimals that must be zero: they have none in everyday use. */
const withEmptyDecimals = new Set(['isk', 'ugx']);
const withThreeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

export const isStripeCurrency = (currency: string): boolean =>
  /^[a-z]{3}$/.test(currency) && isCurrency(currency.toUpperCase());

/** `$10.00`, `1000 pln` in words. */
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

/** What Stripe refuses of a sum as such. */
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
