import { CountryAlpha2 } from '@payorch/rest';
import { checkMerchantCountry } from './merchant-country';

const numbers = Array.from({ length: 1_000 }, (_, number) => String(number));

it('the numeric and the two-letter country codes have the same number', () => {
  expect(numbers.filter((number) => !checkMerchantCountry(number))).toHaveLength(CountryAlpha2.length);
  expect(CountryAlpha2.filter((code) => checkMerchantCountry(code))).toEqual([]);
});

it.each([['840'], ['004'], ['4'], ['276'], ['US'], [null], [undefined]])('the country code %j is accepted', (code) =>
  expect(checkMerchantCountry(code)).toBeUndefined(),
);

it.each([['000'], ['999'], ['0840'], [''], ['XX'], ['us'], ['USA'], ['8.4']])(
  'the country code %j is refused',
  (code) => expect(checkMerchantCountry(code)).toMatchObject({ details: { message: 'Invalid merchant country code' } }),
);
