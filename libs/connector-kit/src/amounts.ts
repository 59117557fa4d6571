import type { Currency, Money } from '@payorch/kernel';
import { equals, fromMajorText, InvariantError, money, toMajorText } from '@payorch/kernel';

/** One way to write an amount. `read` returns undefined for a value that is no exact amount of the currency. */
export interface AmountFormat {
  write(sum: Money): number | string;
  read(value: unknown, currency: Currency): Money | undefined;
}

const minorText = (value: unknown, currency: Currency): Money | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? money(BigInt(value), currency) : undefined;

const majorNumber = (value: unknown, currency: Currency): Money | undefined =>
  typeof value === 'number' ? fromMajorText(String(value), currency) : undefined;

/** JSON shows a number by its shortest decimal, so an amount survives unless it has more digits than a number holds. */
function toMajorNumber(sum: Money): number {
  const number = Number(toMajorText(sum));
  const back = majorNumber(number, sum.currency);
  if (!back || !equals(back, sum)) throw new InvariantError('The amount has more digits than a number holds');
  return number;
}

/** The ways processors write amounts: 6540, "6540", "65.40" or 65.4. All are exact: what is not is no amount. */
export const amountFormats = {
  minor_integer: {
    write: ({ amount }) => Number(amount),
    read: (value, currency) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? money(BigInt(value), currency)
        : undefined,
  },
  minor_text: { write: ({ amount }) => amount.toString(), read: minorText },
  major_text: {
    write: toMajorText,
    read: (value, currency) => (typeof value === 'string' ? fromMajorText(value, currency) : undefined),
  },
  major_number: { write: toMajorNumber, read: majorNumber },
} as const satisfies Record<string, AmountFormat>;
