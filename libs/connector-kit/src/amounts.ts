import type { Currency, Money } from '@payorch/kernel';
import { fromMajorText, money, toMajorText } from '@payorch/kernel';

/** One way to write an amount. `read` returns undefined for a value that is no exact amount of the currency. */
export interface AmountFormat {
  write(sum: Money): number | string;
  read(value: unknown, currency: Currency): Money | undefined;
}

const minorText = (value: unknown, currency: Currency): Money | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? money(BigInt(value), currency) : undefined;

/** The ways processors write amounts: 6540, "6540" or "65.40". All are integer arithmetic. */
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
} as const satisfies Record<string, AmountFormat>;
