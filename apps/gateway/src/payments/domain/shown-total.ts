import { type Refusal, refuse } from '@payorch/contracts';
import { currencies, type Currency, fromMajorText, type Money } from '@payorch/kernel';

/** The header by which a page says what total it has shown to the customer: `EUR 65.40`. */
export const shownTotalHeader = 'x-shown-total';

const isCurrency = (text: string): text is Currency => currencies.some((currency) => currency === text);

/** The total of the header; undefined where the request has none. */
export function shownTotalIn(text: string | undefined): Money | Refusal | undefined {
  if (text === undefined) return undefined;
  const [currency = '', amount = '', ...more] = text.split(' ');
  const shown = isCurrency(currency) && more.length === 0 ? fromMajorText(amount, currency) : undefined;
  return shown ?? refuse('invalid_format', { field: shownTotalHeader, expected: 'a total, for example EUR 65.40' });
}
