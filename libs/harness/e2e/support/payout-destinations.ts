import { toCard, toIban } from './payouts';

/** The remainder of an IBAN's digits by 97, where a letter counts as two digits. */
const remainderOf = (text: string): number =>
  [...text].map((sign) => Number.parseInt(sign, 36)).reduce((rest, value) => Number(`${rest}${value}`) % 97, 0);

/** A Dutch IBAN with correct check digits that ends with these digits. */
export function ibanEnding(last: string): string {
  const account = `TEST${'0136169112'.slice(0, 10 - last.length)}${last}`;
  return `NL${String(98 - remainderOf(`${account}NL00`)).padStart(2, '0')}${account}`;
}

/** The sum of a card number's digits, every second one doubled. */
const luhnSum = (number: string): number =>
  [...number]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0);

/** A Visa number with a correct check digit that ends with these digits, at most five. */
export function cardEnding(last: string): string {
  const numbers = [...'0123456789'].map((digit) => `4000000000${digit}`.padEnd(16 - last.length, '0') + last);
  return numbers.find((number) => luhnSum(number) % 10 === 0)!;
}

const bank = (currency: string, fields: object) => ({
  currency,
  payout_type: 'bank',
  payout_method_data: { bank: { account_holder_name: 'Ada Lovelace', ...fields } },
});

/** What a payout to an account that ends with some digits has, by method. Each has another amount, to be found by it in a ledger. */
export const banksEnding = {
  sepa: (last: string) => ({ amount: 6540, currency: 'EUR', ...toIban(ibanEnding(last)) }),
  ach: (last: string) => ({
    amount: 6541,
    ...bank('USD', {
      bank_account_number: '000123456789'.slice(0, 12 - last.length) + last,
      bank_routing_number: '021000021',
    }),
  }),
  bacs: (last: string) => ({
    amount: 6542,
    ...bank('GBP', { bank_account_number: '12345678'.slice(0, 8 - last.length) + last, bank_sort_code: '108800' }),
  }),
} as const;

export const cardsEnding = {
  card: (last: string) => ({ amount: 6543, currency: 'EUR', ...toCard(cardEnding(last)) }),
} as const;

/** The person who is paid: banks in the United States need the address. */
export const payee = {
  name: 'Ada Lovelace',
  billing: {
    address: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      line1: '1 Main Street',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      country: 'US',
    },
  },
} as const;
