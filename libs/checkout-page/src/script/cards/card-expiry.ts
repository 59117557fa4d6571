import { digitsOf } from './card-number';
import type { Problem } from '../problem';

/** A month of the calendar; `month` is 1 … 12. */
export interface YearMonth {
  readonly year: number;
  readonly month: number;
}

/** Card issuers give no card a longer life. */
const longestLifeYears = 30;

/** `1226` becomes `12/26`, `526` becomes `05/26`; the slash comes with the first digit of the year, so that it can be deleted. */
export function formatExpiry(text: string): string {
  const [left, ...right] = text.split('/');
  const typed = digitsOf(text);
  const month = right.length > 0 && left!.trim().length === 1 ? `0${digitsOf(left!)}` : undefined;
  const digits = month ? month + digitsOf(right.join('')) : /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const year = digits.slice(2, digits.slice(2, 4) === '20' ? 6 : 4);
  return year === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)}/${year}`;
}

/** Month and year of `12/26` or `12/2026`; undefined while it is incomplete. */
export function expiryOf(text: string): YearMonth | undefined {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(text);
  if (!match) return undefined;
  const year = Number(match[2]);
  return { month: Number(match[1]), year: year < 100 ? 2000 + year : year };
}

/** A card is valid until the last day of its month. */
export function checkExpiry(text: string, today: YearMonth): Problem | undefined {
  if (text.trim() === '') return { key: 'required' };
  const expiry = expiryOf(text);
  if (!expiry) return { key: 'expiryIncomplete' };
  if (expiry.month < 1 || expiry.month > 12) return { key: 'expiryMonth' };
  const months = (expiry.year - today.year) * 12 + expiry.month - today.month;
  if (months < 0) return { key: 'expiryPast' };
  return months > longestLifeYears * 12 ? { key: 'expiryWrong' } : undefined;
}
