import { currencies, type Currency, exponents } from '@payorch/kernel';
import { z } from 'zod';
import { type Decimal, decimalText, powerOfTen, readDecimal, roundedQuotient, shortestText } from './decimal';

/** How many units of each currency one unit of the base currency buys. */
export interface ForexRates {
  readonly base: Currency;
  /** Seconds since 1970: when the rates were quoted. */
  readonly timestamp: number;
  /** Of the base currency too: 1. */
  readonly rates: ReadonlyMap<Currency, Decimal>;
}

const currency = z.enum(currencies as [Currency, ...Currency[]]);
/** Texts, because JSON's numbers are not exact. */
const rate = z.string().transform((text, context) => {
  const read = readDecimal(text);
  if (read && read.units > 0n) return read;
  context.addIssue({ code: 'custom', message: 'must be a decimal text above 0 like "157.31"' });
  return z.NEVER;
});

const file = z
  .strictObject({
    base_currency: currency,
    timestamp: z.int().positive(),
    rates: z.partialRecord(currency, rate),
  })
  .refine(({ base_currency: base, rates }) => !Object.hasOwn(rates, base), 'the base currency has no rate');

const one: Decimal = { units: 1n, digits: 0 };

/** The operator's rates: `{"base_currency": "USD", "timestamp": 1767607200, "rates": {"EUR": "0.92"}}`. */
export const forexRatesText = z.string().transform((text, context): ForexRates => {
  const read = file.safeParse(jsonOf(text));
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '));
    context.addIssue({ code: 'custom', message: `must be rates as JSON: ${issues.join('; ')}` });
    return z.NEVER;
  }
  const { base_currency: base, timestamp, rates } = read.data;
  const known = Object.entries(rates) as [Currency, Decimal][];
  return { base, timestamp, rates: new Map([[base, one], ...known]) };
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An amount in another currency. */
export interface Conversion {
  /** In minor units of `from`. */
  readonly amount: bigint;
  readonly from: Currency;
  readonly to: Currency;
}

/** The converted amount in major units of `to`, exact to its minor unit; undefined where a currency has no rate. */
export function convertFromMinor({ rates }: ForexRates, { amount, from, to }: Conversion): string | undefined {
  const [fromRate, toRate] = [rates.get(from), rates.get(to)];
  if (!fromRate || !toRate) return undefined;
  const dividend = amount * toRate.units * powerOfTen(fromRate.digits + exponents[to]);
  const divisor = fromRate.units * powerOfTen(toRate.digits + exponents[from]);
  return decimalText({ units: roundedQuotient(dividend, divisor), digits: exponents[to] });
}

/** Digits after the point of an inverse rate, which has no end in general. */
const inverseDigits = 18;

const inverseOf = ({ units, digits }: Decimal): Decimal => ({
  units: roundedQuotient(powerOfTen(digits + inverseDigits), units),
  digits: inverseDigits,
});

/** The rates as the interface shows them, in the order of the file, without the base currency. */
export const forexView = ({ base, timestamp, rates }: ForexRates) => ({
  data: {
    base_currency: base,
    conversion: Object.fromEntries(
      [...rates]
        .filter(([name]) => name !== base)
        .map(([name, factor]) => [
          name,
          { to_factor: shortestText(factor), from_factor: shortestText(inverseOf(factor)) },
        ]),
    ),
  },
  timestamp,
});
