import { amountFormats } from '@payorch/connector-kit';
import type { Currency, Money } from '@payorch/kernel';
import { exponents, isCurrency, money } from '@payorch/kernel';

/**
 * How many decimals Stripe counts where it is not ISO 4217's number (docs.stripe.com/currencies#special-cases). UGX has none
 * any more, but is still written as if it had two, which must be 00. ISK is the same case; ISO's table of ours counts two
 * for it anyway. Currencies of three decimals must end in 0. Nothing is rounded here to please those rules: what was asked
 * for is what is sent, and Stripe refuses a sum that it cannot take.
 */
const decimals: Partial<Record<Currency, number>> = { UGX: 2 };

const factorOf = (currency: Currency): bigint =>
  10n ** BigInt((decimals[currency] ?? exponents[currency]) - exponents[currency]);

export const wireAmount = ({ amount, currency }: Money): number =>
  Number(amountFormats.minor_integer.write(money(amount * factorOf(currency), currency)));

/** Stripe writes currencies in lower case. */
export const wireCurrency = ({ currency }: Money): string => currency.toLowerCase();

/** The money of a report, or undefined where it is no exact amount of a currency that we know. */
export function moneyOf(amount: number, currency: string): Money | undefined {
  const code = currency.toUpperCase();
  if (!isCurrency(code)) return undefined;
  const reported = amountFormats.minor_integer.read(amount, code);
  const factor = factorOf(code);
  return reported && reported.amount % factor === 0n ? money(reported.amount / factor, code) : undefined;
}
