/** An amount of a currency. `digits`: the decimals of its main unit. */
export interface Amount {
  /** In minor units: a whole number. */
  readonly amount: number;
  readonly currency: string;
  readonly digits: number;
}

/** `65.40` for 6540 with two decimals: by its digits, never by a division. */
export function majorText({ amount, digits }: Amount): string {
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** `65,40 €` in German for 6540 minor units of EUR, with digits that every reader of the page knows. */
export function amountText(shown: Amount, locale: string): string {
  const { currency, digits } = shown;
  const [whole = '0', fraction = ''] = majorText(shown).split('.');
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format
    .formatToParts(BigInt(whole))
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
}
