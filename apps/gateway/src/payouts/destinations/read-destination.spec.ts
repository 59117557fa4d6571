import { isRefusal, type Refusal } from '@payorch/contracts';
import type { PayoutMethodData } from '@payorch/rest';
import { readDestination } from './read-destination';

const now = new Date('2026-06-15T12:00:00Z');
const read = (data: unknown, type?: 'card' | 'bank' | 'wallet' | 'bank_redirect') =>
  readDestination({ payout_method_data: data as PayoutMethodData, payout_type: type ?? null }, now);

const refusalOf = (data: unknown, type?: Parameters<typeof read>[1]): Refusal => {
  const found = read(data, type);
  if (!found || !isRefusal(found)) throw new Error('the destination was accepted');
  return found;
};

const card = { card_number: '4242 4242 4242 4242', expiry_month: '10', expiry_year: '30', card_holder_name: 'Ada' };
const unknownBank = { bankName: null, bankCountry: null, bankCity: null, accountHolderName: null };

describe('where a payout goes', () => {
  it('a request without data names no destination', () => expect(read(null, 'card')).toBeNull());

  it('a card', () =>
    expect(read({ card: { ...card, card_network: 'Visa' } })).toEqual({
      type: 'card',
      card: { card_number: card.card_number, card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Ada' },
      network: 'Visa',
    }));

  it.each([
    [
      'an ACH account',
      { bank: { bank_account_number: '000123456789', bank_routing_number: '021000021', bank_name: 'Chase' } },
      { kind: 'ach', accountNumber: '000123456789', routingNumber: '021000021', ...unknownBank, bankName: 'Chase' },
      '021000021/000123456789',
      { bank_account_number: '********6789', bank_routing_number: '*****0021', bank_name: 'Chase' },
    ],
    [
      'a British account with dashes',
      { bank: { bank_account_number: '1234 5678', bank_sort_code: '20-41-53', account_holder_name: 'Ada' } },
      { kind: 'bacs', accountNumber: '12345678', sortCode: '204153', ...unknownBank, accountHolderName: 'Ada' },
      '204153/12345678',
      { bank_account_number: '****5678', bank_sort_code: '******', account_holder_name: 'Ada' },
    ],
    [
      'an IBAN with blanks, in small letters',
      { bank: { iban: 'nl46 test 0136 1691 12', bic: 'abnanl2a', bank_country_code: 'NL' } },
      { kind: 'sepa', iban: 'NL46TEST0136169112', bic: 'ABNANL2A', ...unknownBank, bankCountry: 'NL' },
      'NL46TEST0136169112',
      { iban: '**************9112', bic: 'ABNANL2A', bank_country_code: 'NL' },
    ],
    [
      'an IBAN without a BIC',
      { bank: { iban: 'DE89370400440532013000' } },
      { kind: 'sepa', iban: 'DE89370400440532013000', bic: null, ...unknownBank },
      'DE89370400440532013000',
      { iban: '******************3000', bic: null },
    ],
    [
      'a Pix key with a CPF',
      { bank: { pix_key: 'ada@example.com', tax_id: '123.456.789-09', bank_account_number: '0001-2' } },
      {
        kind: 'pix',
        pixKey: 'ada@example.com',
        accountNumber: '00012',
        branch: null,
        taxId: '12345678909',
        emv: null,
        ispb: null,
        ...unknownBank,
      },
      'ada@example.com',
      { pix_key: '***********.com', cpf: '*******8909', cnpj: null, destination_bank_account_id: '*****' },
    ],
  ])('%s', (_, sent, data, identity, shown) => {
    expect(read(sent, 'bank')).toMatchObject({ type: 'bank', data, identity, shown });
  });

  it.each([
    [
      'a PayPal account by its email',
      { paypal: { email: 'Ada@Example.com' } },
      { kind: 'paypal', email: 'Ada@Example.com', phone: null, paypalId: null },
      'ada@example.com',
      { field_type: 'email', email: 'A**@Example.com' },
    ],
    [
      'a PayPal account by its id',
      { paypal: { paypal_id: 'QYR5Z8XDVJNXQ' } },
      { kind: 'paypal', email: null, phone: null, paypalId: 'QYR5Z8XDVJNXQ' },
      'QYR5Z8XDVJNXQ',
      { field_type: 'paypal_id', paypal_id: '*********JNXQ' },
    ],
    [
      'a PayPal account by its phone',
      { paypal: { telephone_number: '+31 6 12345678' } },
      { kind: 'paypal', email: null, phone: '+31 6 12345678', paypalId: null },
      '+31 6 12345678',
      { field_type: 'telephone_number', telephone_number: '**********5678' },
    ],
    [
      'a Venmo account',
      { venmo: { telephone_number: '(408) 555-0100' } },
      { kind: 'venmo', phone: '(408) 555-0100' },
      '4085550100',
      { telephone_number: '**********0100' },
    ],
    [
      'a card in Apple Pay',
      {
        apple_pay_decrypt: { dpan: '4242424242424242', expiry_month: '10', expiry_year: '30', card_holder_name: 'Ada' },
      },
      {
        kind: 'apple_pay',
        number: '4242424242424242',
        expiryMonth: '10',
        expiryYear: '30',
        holderName: 'Ada',
        network: null,
      },
      '4242424242424242',
      { card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Ada' },
    ],
    [
      'a card in Google Pay',
      {
        google_pay_decrypt: {
          application_primary_account_number: '4242 4242 4242 4242',
          expiry_month: '10',
          expiry_year: '30',
          card_holder_name: 'Ada',
          card_network: 'Visa',
        },
      },
      {
        kind: 'google_pay',
        number: '4242424242424242',
        expiryMonth: '10',
        expiryYear: '30',
        holderName: 'Ada',
        network: 'Visa',
      },
      '4242424242424242',
      { card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Ada' },
    ],
  ])('%s', (_, wallet, data, identity, shown) =>
    expect(read({ wallet }, 'wallet')).toEqual({ type: 'wallet', data, identity, shown }),
  );
});

describe('a destination that is refused', () => {
  const sepa = { iban: 'NL46TEST0136169112' };
  it.each<[string, unknown, string, string]>([
    [
      'an expired card',
      { card: { ...card, expiry_year: '25' } },
      'precondition_failed',
      'payout_method_data.card.expiry_year',
    ],
    [
      'month 13',
      { card: { ...card, expiry_month: '13' } },
      'precondition_failed',
      'payout_method_data.card.expiry_month',
    ],
    [
      'a card without holder',
      { card: { ...card, card_holder_name: '' } },
      'invalid_format',
      'payout_method_data.card.card_holder_name',
    ],
    [
      'a wrong routing number',
      { bank: { bank_account_number: '1234', bank_routing_number: '021000022' } },
      'invalid_format',
      'payout_method_data.bank.bank_routing_number',
    ],
    [
      'letters in an account number',
      { bank: { bank_account_number: '12a4', bank_routing_number: '021000021' } },
      'invalid_format',
      'payout_method_data.bank.bank_account_number',
    ],
    [
      'seven digits at a British bank',
      { bank: { bank_account_number: '1234567', bank_sort_code: '204153' } },
      'invalid_format',
      'payout_method_data.bank.bank_account_number',
    ],
    [
      'a short sort code',
      { bank: { bank_account_number: '12345678', bank_sort_code: '20415' } },
      'invalid_format',
      'payout_method_data.bank.bank_sort_code',
    ],
    ['a wrong IBAN', { bank: { iban: 'NL46TEST0136169113' } }, 'invalid_format', 'payout_method_data.bank.iban'],
    ['a wrong BIC', { bank: { ...sepa, bic: 'ABC' } }, 'invalid_format', 'payout_method_data.bank.bic'],
    ['a Pix key with a blank', { bank: { pix_key: 'a b' } }, 'invalid_format', 'payout_method_data.bank.pix_key'],
    [
      'a tax id of 12 digits',
      { bank: { pix_key: 'a', tax_id: '123456789012' } },
      'invalid_format',
      'payout_method_data.bank.tax_id',
    ],
    ['an account of no kind', { bank: { bank_name: 'Chase' } }, 'invalid_request', 'payout_method_data.bank'],
    [
      'a field that the kind lacks',
      { bank: { ...sepa, bank_sort_code: '204153' } },
      'invalid_request',
      'payout_method_data.bank',
    ],
    ['an unknown field', { bank: { ...sepa, ibann: 'x' } }, 'invalid_request', 'payout_method_data.bank'],
    ['no country', { bank: { ...sepa, bank_country_code: 'XX' } }, 'invalid_request', 'payout_method_data.bank'],
    ['a bank that is a text', { bank: 'NL46TEST0136169112' }, 'invalid_request', 'payout_method_data.bank'],
    ['an empty PayPal account', { wallet: { paypal: {} } }, 'invalid_format', 'payout_method_data.wallet.paypal'],
    ['no email', { wallet: { paypal: { email: 'ada' } } }, 'invalid_format', 'payout_method_data.wallet.paypal.email'],
    [
      'no phone',
      { wallet: { venmo: { telephone_number: 'ada' } } },
      'invalid_format',
      'payout_method_data.wallet.venmo.telephone_number',
    ],
    [
      'a wrong number in Apple Pay',
      {
        wallet: {
          apple_pay_decrypt: { dpan: '4242424242424241', expiry_month: '1', expiry_year: '30', card_holder_name: 'A' },
        },
      },
      'invalid_format',
      'payout_method_data.wallet.apple_pay_decrypt.dpan',
    ],
    [
      'a bank redirect',
      { bank_redirect: { interac: { email: 'a@b.c' } } },
      'not_implemented',
      'payout_method_data.bank_redirect',
    ],
    ['a token of a processor', { passthrough: {} }, 'not_implemented', 'payout_method_data.passthrough'],
    [
      'a bank transfer',
      { bank_transfer: { payout_method_type: 'sepa' } },
      'not_implemented',
      'payout_method_data.bank_transfer',
    ],
    [
      'Trustly',
      { bank: { ...sepa, country_code: 'SE', account_number: '1', bank_number: '2' } },
      'not_implemented',
      'payout_method_data.bank',
    ],
  ])('%s', (_, data, code, path) => {
    const { code: found, details } = refusalOf(data);
    expect([found, details['path'] ?? details['field']]).toEqual([code, path]);
  });

  it('data of another payout type', () =>
    expect(refusalOf({ bank: sepa }, 'card')).toMatchObject({
      code: 'invalid_request',
      details: { message: 'Payout method data is invalid' },
    }));

  it('the payout type bank_redirect, also without data', () =>
    expect(refusalOf(null, 'bank_redirect').code).toBe('not_implemented'));

  it.each([
    { bank: { iban: 'NL46TEST0136169113' } },
    { bank: { bank_account_number: '12345678901234567890', bank_routing_number: '021000021' } },
    { bank: { ...sepa, other: 'NL46TEST0136169112' } },
    {
      wallet: {
        apple_pay_decrypt: { dpan: '4242424242424241', expiry_month: '1', expiry_year: '30', card_holder_name: 'A' },
      },
    },
  ])('its refusal repeats no account number: %j', (data) =>
    expect(JSON.stringify(refusalOf(data))).not.toMatch(/\d{5}|TEST/),
  );
});
