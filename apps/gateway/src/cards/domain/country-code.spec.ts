import { countryCodeOf } from './country-code';

it.each([
  ['JE', 'ANYWHERE', 'JE'],
  ['je', null, 'JE'],
  ['356', 'INDIA', 'IN'],
  [null, 'JERSEY', 'JE'],
  [null, 'UNITED STATES', 'US'],
  [null, 'United States of America', 'US'],
  [null, 'DE', 'DE'],
  [null, 'ATLANTIS', null],
  ['', '', null],
  [null, null, null],
])('the country with the code %s and the name %s is %s', (country_code, card_issuing_country, code) =>
  expect(countryCodeOf({ country_code, card_issuing_country })).toBe(code),
);
