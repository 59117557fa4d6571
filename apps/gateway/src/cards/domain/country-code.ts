import { CountryAlpha2 } from '@payorch/rest';
import type { CardInfo } from './card-info';

const normal = (name: string): string => name.toUpperCase().replace(/[^A-Z]/g, '');

/** Names that card tables use beside those of the Unicode tables. */
const otherNames: Readonly<Record<string, string>> = {
  UNITEDSTATESOFAMERICA: 'US',
  GREATBRITAIN: 'GB',
  UNITEDKINGDOMOFGREATBRITAINANDNORTHERNIRELAND: 'GB',
  RUSSIANFEDERATION: 'RU',
  KOREAREPUBLICOF: 'KR',
  REPUBLICOFKOREA: 'KR',
  VIETNAM: 'VN',
  CZECHREPUBLIC: 'CZ',
  TURKEY: 'TR',
};

let codes: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  return new Map([
    ...CountryAlpha2.map((code): [string, string] => [normal(english.of(code) ?? code), code]),
    ...Object.entries(otherNames),
    ...CountryAlpha2.map((code): [string, string] => [code, code]),
  ]);
}

const codeOf = (text: string | null): string | undefined =>
  text === null ? undefined : (codes ??= codesByName()).get(normal(text));

/**
 * The alpha-2 code of the country that issued a card. Tables name the country in words, and its code in a column of its
 * own; null where neither is known.
 */
export const countryCodeOf = ({
  country_code: code,
  card_issuing_country: name,
}: Pick<CardInfo, 'country_code' | 'card_issuing_country'>): string | null => codeOf(code) ?? codeOf(name) ?? null;
