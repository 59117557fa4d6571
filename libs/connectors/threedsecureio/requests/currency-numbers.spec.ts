import { currencies } from '@payorch/kernel';
import { currencyNumbers } from './currency-numbers';

it('every currency of the interface has a numeric code of its own', () => {
  expect(Object.keys(currencyNumbers).sort()).toEqual([...currencies].sort());
  expect(Object.values(currencyNumbers).every((code) => /^\d{3}$/.test(code))).toBe(true);
  expect(new Set(Object.values(currencyNumbers)).size).toBe(currencies.length);
});
