import { errorBody } from '@payorch/contracts';
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
const bank = { payment_method: 'bank_transfer', bank_transfer: { iban: 'NL46TEST0136169112', bic: 'ABNANL2A' } };
type Expected = readonly [code: string, details?: object];

const sending = (more: object): PaymentMethodCreate =>
  ({ payment_method: 'card', customer_id: 'cus_a', ...more }) as unknown as PaymentMethodCreate;

const refusedAs = (result: ReturnType<typeof checkCreate>, expected: Expected | undefined) => {
  if (!expected) return expect(result).toBeUndefined();
  const [code, details = {}] = expected;
  expect(result).toMatchObject({ kind: 'refused', code, details });
};

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
      'with a wallet of a payout as a card',
      { wallet: { paypal: { email: 'ada@example.com' } } },
      ['invalid_request', { message: 'PaymentMethodData does not match PaymentMethod' }],
    ],
    ['with a bank account for payouts', bank, undefined],
    ['with its type', { ...bank, payment_method_type: 'sepa_bank_transfer' }, undefined],
    [
      'with the type of another account',
      { ...bank, payment_method_type: 'ach' },
      ['invalid_request', { message: "Invalid 'payment_method_type' provided" }],
    ],
    [
      'with a wrong account number',
      { ...bank, bank_transfer: { ...bank.bank_transfer, iban: 'NL00TEST0136169112' } },
      ['invalid_format', { field: 'bank_transfer.iban', expected: 'an IBAN with correct check digits' }],
    ],
    [
      'with an account of Trustly',
      { ...bank, bank_transfer: { bank_number: '1', country_code: 'SE' } },
      ['not_implemented', { message: 'bank_transfer of Trustly is not implemented' }],
    ],
    [
      'with the tagged form of an account',
      { ...bank, bank_transfer: null, bank_transfer_data: { payout_method_type: 'sepa' } },
      ['not_implemented', { message: 'bank_transfer_data is not implemented' }],
    ],
    [
      'with two wallets',
      {
        payment_method: 'wallet',
        wallet: { venmo: { telephone_number: '+15550100' }, paypal: { email: 'a@b.example' } },
      },
      ['precondition_failed'],
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
      { ...secret, payment_method: 'wallet', wallet: { venmo: { telephone_number: '+15550100' } } },
      undefined,
    ],
    [
      'with a wallet of a payout without an owner',
      { ...secret, payment_method: 'wallet', wallet: { paypal: {} } },
      ['invalid_format', { field: 'wallet.paypal' }],
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

/** The problems of a refused request, as `field: code`; undefined where the error body has no list. */
const problemsOf = (refused: ReturnType<typeof checkCreate>): readonly string[] | undefined => {
  if (!refused) throw new Error('was accepted');
  return errorBody(refused).body.error.fields?.map(({ field, code }) => `${field}: ${code}`);
};

const data = 'payment_method_data';
const token = { application_primary_account_number: '4242424242424241', expiry_month: '13', expiry_year: '30' };

describe('the problems of a request for a payment method', () => {
  it.each<[string, object, readonly string[] | undefined]>([
    ['one problem', { customer_id: null }, undefined],
    [
      'data of payouts, another type, a wrong card and no customer',
      {
        bank_transfer_data: {},
        payment_method_type: 'ideal',
        customer_id: null,
        card: { ...card, card_cvc: '1', card_exp_month: '13', card_exp_year: 'xx' },
      },
      [
        ...['bank_transfer_data: IR_00', 'payment_method_type: IR_06', 'card.card_cvc: IR_16'],
        ...['card.card_exp_month: IR_16', 'card.card_exp_year: IR_07', 'customer_id: IR_04'],
      ],
    ],
    [
      'data of another method: its type is not compared',
      { payment_method_data: { card: { ...card, card_exp_year: '20' } }, payment_method: 'bank_debit' },
      [`${data}: IR_06`, `${data}.card.card_exp_year: IR_16`],
    ],
    [
      'an account for debits with three faults',
      { ...debit, payment_method_data: { bank_debit: { ach: { bank_type: 'gold', '4242424242424242': 1 } } } },
      [
        ...['account_number: IR_04', 'routing_number: IR_04', 'bank_type: IR_05', '…: IR_00'].map(
          (problem) => `${data}.bank_debit.ach.${problem}`,
        ),
      ],
    ],
    [
      'a wallet’s token with a wrong number and month',
      {
        payment_method: 'wallet',
        payment_method_type: 'apple_pay',
        payment_method_data: { wallet: { google_pay_decrypted_data: token } },
      },
      [
        'payment_method_type: IR_06',
        `${data}.wallet.google_pay_decrypted_data.application_primary_account_number: IR_05`,
        `${data}.wallet.google_pay_decrypted_data.expiry_month: IR_16`,
      ],
    ],
    [
      'a wallet’s token without two fields, and with one too many',
      {
        payment_method: 'wallet',
        payment_method_type: 'apple_pay',
        wallet: { apple_pay_decrypt: { dpan: 5, cryptogram: 'x' } },
      },
      ['cryptogram: IR_00', 'expiry_month: IR_04', 'expiry_year: IR_04', 'dpan: IR_05'].map(
        (problem) => `wallet.apple_pay_decrypt.${problem}`,
      ),
    ],
  ])('%s', (_, more, problems) => expect(problemsOf(checkCreate(sending(more), now))).toEqual(problems));

  it('a list never shows digits of a name that the caller made up', () => {
    const sent = { ...debit, payment_method_data: { bank_debit: { ach: { ...ach, '4242424242424242': 1 } } } };
    const refused = checkCreate(sending({ ...sent, customer_id: null }), now);
    expect(JSON.stringify(refused && errorBody(refused).body.error.fields)).not.toContain('4242');
  });

  it('of a method that awaits its data are listed with the missing secret', () =>
    expect(problemsOf(checkSave(sending({ bank_transfer_data: {} }), now))).toEqual([
      ...['client_secret: IR_04', 'bank_transfer_data: IR_00', `${data}: IR_04`],
    ]));

  it.each<[string, object, readonly string[]]>([
    [
      'of a card',
      { card: { card_network: 'Visa', last4_digits: '4242', card_exp_month: '13', card_exp_year: '20' } },
      ['last4_digits: IR_00', 'card_network: IR_00', 'card_exp_month: IR_16', 'card_exp_year: IR_16'].map(
        (problem) => `card.${problem}`,
      ),
    ],
    [
      'of a wallet',
      { wallet: { last4: '4242' } },
      ['wallet.last4: IR_00', 'wallet.card_exp_month: IR_04', 'wallet.card_exp_year: IR_04'],
    ],
  ])('in an update %s', (_, sent, problems) =>
    expect(problemsOf(checkUpdate(sent as PaymentMethodUpdate, now))).toEqual(problems),
  );
});
