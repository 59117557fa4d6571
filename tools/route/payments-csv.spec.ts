import type { Columns } from './payments-csv';
import { readColumns, readRow } from './payments-csv';

const columnsOf = (...names: string[]): Columns => readColumns(names) as Columns;
const usual = ['payment_id', 'amount', 'currency'];

it('a row is a payment with the values that rules compare', () => {
  const names = [...usual, 'payment_method', 'payment_method_type', 'billing_country', 'metadata.tier', 'status'];
  const columns = columnsOf(...names);
  expect(columns.ignored).toEqual(['status']);
  const row = ['pay_1', '1250', 'EUR', 'card', 'debit', 'DE', 'gold', 'failed'];
  expect(readRow(row, columns, 2)).toEqual({
    id: 'pay_1',
    attemptId: 'pay_1_1',
    amount: 1250,
    currency: 'EUR',
    facts: {
      values: { amount: 1250, currency: 'EUR', payment_method: 'card', card_type: 'debit', billing_country: 'Germany' },
      metadata: { tier: 'gold' },
    },
  });
});

it.each([
  ['wallet', 'apple_pay', { payment_method: 'wallet', wallet: 'apple_pay' }],
  ['bank_redirect', 'ideal', { payment_method: 'bank_redirect', bank_redirect: 'ideal' }],
  ['', 'ideal', {}],
])('the type of the method %j is the value of its key', (method, type, values) => {
  const row = ['pay_1', '1', 'EUR', method, type];
  const read = readRow(row, columnsOf(...usual, 'payment_method', 'payment_method_type'), 2);
  expect(read).toMatchObject({ facts: { values: { amount: 1, currency: 'EUR', ...values } } });
  expect(Object.keys((read as { facts: { values: object } }).facts.values)).toHaveLength(
    2 + Object.keys(values).length,
  );
});

it('an attempt id of the file decides the place in a volume split', () => {
  const read = readRow(['pay_1', '1', 'EUR', 'pay_1_3'], columnsOf(...usual, 'attempt_id'), 2);
  expect(read).toMatchObject({ attemptId: 'pay_1_3' });
});

it('country names of rules and country codes are both read', () => {
  const columns = columnsOf(...usual, 'country');
  for (const text of ['France', 'FR'])
    expect(readRow(['p', '1', 'EUR', text], columns, 2)).toMatchObject({
      facts: { values: { business_country: 'France' } },
    });
});

it('every problem of a row is named by its line and column', () => {
  const columns = columnsOf(...usual, 'card_network', 'billing_country');
  expect(readRow(['', '12.5', 'EURO', 'visa', 'Atlantis'], columns, 17)).toEqual([
    'line 17, amount must be an integer from 0 to 9007199254740991',
    'line 17, currency is not a value of this key',
    'line 17, card_network is not a value of this key',
    'line 17, billing_country is not a value of this key',
    'line 17, payment_id is empty',
  ]);
});

it('a type that the payment method does not have is a problem', () => {
  const row = ['pay_1', '1', 'EUR', 'card', 'ideal'];
  expect(readRow(row, columnsOf(...usual, 'payment_method', 'payment_method_type'), 2)).toEqual([
    'line 2, payment_method_type is no type of card that rules know',
  ]);
});

it('a row with another number of columns is refused', () => {
  expect(readRow(['pay_1', '1'], columnsOf(...usual), 3)).toEqual(['line 3 has 2 columns, and the first line 3']);
});

it('a header without the needed columns, or with one twice, is refused', () => {
  expect(readColumns(['amount', 'tier', 'tier'])).toEqual([
    'line 1 has no column payment_id',
    'line 1 has no column currency',
    'line 1 has the column tier twice',
  ]);
});
