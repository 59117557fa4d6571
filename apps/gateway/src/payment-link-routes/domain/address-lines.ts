import type { PageLocale } from '@payorch/checkout-page';
import type { JsonObject } from '@payorch/contracts';

const textIn = (address: JsonObject, name: string): string => {
  const value = address[name];
  return typeof value === 'string' ? value.trim() : '';
};

const joined = (address: JsonObject, names: readonly string[]): string =>
  names
    .map((name) => textIn(address, name))
    .filter((text) => text !== '')
    .join(' ');

function countryName(code: string, locale: PageLocale): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** A postal address as a customer compares it: name, streets, town, country; empty lines are left out. */
export function addressLines(address: JsonObject | null, locale: PageLocale): readonly string[] {
  if (address === null) return [];
  const lines = [
    joined(address, ['first_name', 'last_name']),
    ...['line1', 'line2', 'line3'].map((name) => textIn(address, name)),
    joined(address, ['zip', 'city', 'state']),
    countryName(textIn(address, 'country'), locale),
  ];
  return lines.filter((line) => line !== '');
}
