import { Caches } from './caches';

it.each([
  ['a merchant id', 'acme_1', []],
  ['six digits', '424242', ['424242']],
  ['eight digits', '42424242', ['42424242']],
  ['seven digits', '4242424', []],
])('%s evicts the account, all API keys and the facts of its cards', (_, key, iins) => {
  const forget = jest.fn();
  const accounts = { forgetAccount: jest.fn(), forgetApiKeys: jest.fn() };
  new Caches(accounts, { forget }).invalidate(key);
  expect(forget.mock.calls.flat()).toEqual(iins);
  expect(accounts.forgetAccount).toHaveBeenCalledWith(key);
  expect(accounts.forgetApiKeys).toHaveBeenCalledTimes(1);
});
