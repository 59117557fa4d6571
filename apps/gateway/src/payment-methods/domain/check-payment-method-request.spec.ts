import type { PaymentMethodCreate, PaymentMethodUpdate } from '@payorch/rest';
import { bankDebitOf, checkCreate, checkSave, checkUpdate } from './check-payment-method-request';

const now = new Date('2026-01-05T10:00:00.000Z');
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Jo' };
const ach = { account_number: '000123456789', routing_number: '110000000' };
const debit = {
  payment_method: 'bank_debit',
  payment_method_type: 'ach',
  payment_method_data: { bank_debit: { ach } },
};
type Expected = readonly [code: string, details?: object];

const sending = (more: object): PaymentMethodCreate =>
  ({ payment_method: 'card', customer_id: 'cus_a', ...more }) as unknown as PaymentMethodCreate;

const refusedAs = (result: ReturnType<typeof checkCreate>, expected: Expected | undefined) =>
  expect(result).toEqual(
    expected &&
      expect.objectContaining({ kind: 'refused', code: expected[0], ...(expected[1] && { details: expected[1] }) }),
  );

describe('a request for a payment method', () => {
  it.each<[string, object, Expected | undefined]>([
    ['without data', {}, undefined],
    ['with a card', { card }, undefined],
    ['with a card as data', { payment_method_data: { card } }, undefined],
    ['with an account for debits', debit, undefined],
    ['without a customer', { customer_id: null }, ['missing_param', { field: 'customer_id' }]],
    ['with a customer whose id is a path', { customer_id: 'list' }, ['invalid_value', { field: 'customer_id' }]],
    ['with a type of another method', { payment_method_type: 'ideal' }, ['invalid_request']],
    ['with data of another method', { payment_method: 'wallet', card }, ['invalid_request']],
    [
      'with a debit of another method',
      { ...debit, payment_method: 'card', payment_method_type: null },
      ['invalid_request'],
    ],
    [
      'with a debit without a type',
      { ...debit, payment_method_type: null },
      ['missing_param', { field: 'payment_method_type' }],
    ],
    [
      'with a debit without an account',
      { ...debit, payment_method_data: { bank_debit: { ach: { routing_number: '1' } } } },
      ['missing_param', { field: 'payment_method_data.bank_debit.ach.account_number' }],
    ],
    [
      'with a debit of another type than its account',
      { ...debit, payment_method_type: 'sepa' },
      ['invalid_request', { message: "Invalid 'payment_method_type' provided" }],
    ],
    [
      'with a debit with an unknown field',
      { ...debit, payment_method_data: { bank_debit: { ach: { ...ach, card_number: '4242' } } } },
      ['not_implemented', { message: 'payment_method_data.bank_debit.ach.card_number is not implemented' }],
    ],
    [
      'with a debit whose account is a number',
      { ...debit, payment_method_data: { bank_debit: { ach: { ...ach, account_number: 7 } } } },
      ['invalid_format', { field: 'payment_method_data.bank_debit.ach.account_number', expected: 'a string' }],
    ],
    [
      'with a debit with an unknown type of account',
      { ...debit, payment_method_data: { bank_debit: { ach: { ...ach, bank_type: 'gold' } } } },
      [
        'invalid_format',
        { field: 'payment_method_data.bank_debit.ach.bank_type', expected: 'one of checking, savings' },
      ],
    ],
    ['with a card that has expired', { card: { ...card, card_exp_year: '20' } }, ['precondition_failed']],
    ['with a wrong CVC', { card: { ...card, card_cvc: '12' } }, ['precondition_failed']],
    [
      'with a wallet of a payout',
      { wallet: { paypal: {} } },
      ['not_implemented', { message: 'wallet is not implemented' }],
    ],
    [
      'with data of two methods',
      { card, payment_method_data: { bank_debit: { ach } }, payment_method_type: null },
      ['invalid_request'],
    ],
  ])('%s', (_, more, expected) => refusedAs(checkCreate(sending(more), now), expected));
});

describe('a request that adds a card', () => {
  const secret = { client_secret: 'pm_1_secret_x' };
  it.each<[string, object, Expected | undefined]>([
    ['with a card', { ...secret, payment_method_data: { card } }, undefined],
    ['without the secret', { payment_method_data: { card } }, ['missing_param', { field: 'client_secret' }]],
    ['without data', secret, ['missing_param', { field: 'payment_method_data' }]],
    ['with a debit', { ...secret, ...debit }, undefined],
    ['with a debit without a type', { ...secret, ...debit, payment_method_type: null }, ['missing_param']],
    [
      'with a wallet of a payout',
      { ...secret, payment_method: 'wallet', wallet: { paypal: {} } },
      ['not_implemented', { message: 'wallet is not implemented' }],
    ],
    [
      'with another method',
      { ...secret, payment_method: 'wallet', payment_method_data: { card } },
      ['invalid_request'],
    ],
    [
      'with an expired card',
      { ...secret, payment_method_data: { card: { ...card, card_exp_year: '20' } } },
      ['precondition_failed'],
    ],
  ])('%s', (_, more, expected) => refusedAs(checkSave(sending(more), now), expected));
});

describe('an update', () => {
  const { card_number: _, ...changes } = card;
  it.each<[string, object, Expected | undefined]>([
    ['of a card', { card: changes }, undefined],
    ['without changes', {}, undefined],
    ['with an expiry in the past', { card: { ...changes, card_exp_year: '20' } }, ['precondition_failed']],
    [
      'of a fact of the card',
      { card: { ...changes, card_network: 'Visa' } },
      ['not_implemented', { message: 'card.card_network is not implemented' }],
    ],
    ['of a wallet’s expiry', { wallet: { card_exp_month: '11', card_exp_year: '30' } }, undefined],
    ['of a wallet without its expiry', { wallet: {} }, ['missing_param', { field: 'wallet.card_exp_month' }]],
    ['of a wallet without its year', { wallet: { card_exp_month: '11' } }, ['missing_param']],
    [
      'of a wallet with a past expiry',
      { wallet: { card_exp_month: '11', card_exp_year: '20' } },
      ['precondition_failed'],
    ],
    [
      'of a fact of the card in a wallet',
      { wallet: { card_exp_month: '11', card_exp_year: '30', last4: '4242' } },
      ['not_implemented', { message: 'wallet.last4 is not implemented' }],
    ],
    ['of a card and a wallet', { card: changes, wallet: {} }, ['precondition_failed']],
  ])('%s', (_, sent, expected) => refusedAs(checkUpdate(sent as PaymentMethodUpdate, now), expected));
});

it('a bank debit has the fields that have a value', () => {
  const sent = sending({ ...debit, payment_method_data: { bank_debit: { ach: { ...ach, bank_type: null } } } });
  expect(bankDebitOf(sent)).toEqual(ach);
  expect(bankDebitOf(sending({}))).toBeUndefined();
});
