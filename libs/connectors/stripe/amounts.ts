import { amountFormats } from '@payorch/connector-kit';
import type { Currency, Money } from '@payorch/kernel';
import { exponents, isCurrency, money } from '@payorch/kernel';

/**
 * Stripe's number of decimals where it differs from ISO 4217 (docs.stripe.com/currencies#special-cases). UGX has no
 * decimals, but Stripe writes it with two, which must be 00. ISK is the same case, but the kernel's ISO table has two
 * decimals for ISK. Amounts of currencies with three decimals must end in 0. Amounts are not rounded to satisfy these rules:
 * the requested amount is sent, and Stripe refuses an amount that it cannot take.
 */
const decimals: Partial<Record<Currency, number>> = { UGX: 2 };

const factorOf = (currency: Currency): bigint =>
  10n ** BigInt((decimals[currency] ?? exponents[currency]) - exponents[currency]);

export const wireAmount = ({ amount, currency }: Money): number =>
  Number(amountFormats.minor_integer.write(money(amount * factorOf(currency), currency)));

/** Stripe writes currencies in lower case. */
export const wireCurrency = ({ currency }: Money): string => currency.toLowerCase();

/** The reported amount as money; undefined if it is no exact amount of a known currency. */
export function moneyOf(amount: number, currency: string): Money | undefined {
  const code = currency.toUpperCase();
  if (!isCurrency(code)) return undefined;
  const reported = amountFormats.minor_integer.read(amount, code);
  const factor = factorOf(code);
  return reported && reported.amount % factor === 0n ? money(reported.amount / factor, code) : undefined;
}
