import type { Brand } from './brand';
import type { Currency } from './currencies';
import { exponents } from './currencies';
import { InvariantError } from './invariant';

/** Whole minor units (cents, yen, fils): never negative, never above 2^53 - 1, which JSON carries without loss. */
export type MinorUnits = Brand<bigint, 'MinorUnits'>;
export type Money<C extends Currency = Currency> = { readonly amount: MinorUnits; readonly currency: C };

const largest = BigInt(Number.MAX_SAFE_INTEGER);

/** Throws `InvariantError` outside 0 … 2^53 - 1: a larger sum is a bug, not a business case. */
export function minorUnits(amount: bigint): MinorUnits {
  if (amount < 0n || amount > largest) throw new InvariantError(`${amount} is no amount of minor units`);
  return amount as MinorUnits;
}

export const money = <C extends Currency>(amount: bigint, currency: C): Money<C> => ({
  amount: minorUnits(amount),
  currency,
});

export const zero = <C extends Currency>(currency: C): Money<C> => money(0n, currency);

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new InvariantError(`${a.currency} meets ${b.currency}`);
}

export function add<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  sameCurrency(a, b);
  return money(a.amount + b.amount, a.currency);
}

/** Throws `InvariantError` if the difference is below zero. */
export function subtract<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  sameCurrency(a, b);
  return money(a.amount - b.amount, a.currency);
}

export function isMore(a: Money, b: Money): boolean {
  sameCurrency(a, b);
  return a.amount > b.amount;
}

export const isZero = (a: Money): boolean => a.amount === 0n;

export const equals = (a: Money, b: Money): boolean => a.currency === b.currency && a.amount === b.amount;

/** `65.40` for 6540 USD, `6540` for 6540 JPY, `6.540` for 6540 KWD, by integer arithmetic. */
export function toMajorText({ amount, currency }: Money): string {
  const digits = exponents[currency];
  if (digits === 0) return amount.toString();
  const text = amount.toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The inverse of `toMajorText`; undefined if the text is not an exact amount of the currency. */
export function fromMajorText<C extends Currency>(text: string, currency: C): Money<C> | undefined {
  const digits = exponents[currency];
  const match = /^(\d{1,16})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > digits && !/^0+$/.test(fraction.slice(digits))) return undefined;
  const amount = BigInt(match[1]! + fraction.slice(0, digits).padEnd(digits, '0'));
  return amount > largest ? undefined : money(amount, currency);
}
