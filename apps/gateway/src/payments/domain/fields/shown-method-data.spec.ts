import { masked, shownMethodData } from './shown-method-data';

describe('masked', () => {
  it.each([
    ['DE89370400440532013000', '******************3000'],
    ['000123456789', '********6789'],
    ['110000000', '*****0000'],
    ['12345678', '****5678'],
    ['108800', '******'],
    ['', ''],
    [undefined, null],
    [null, null],
    [7, null],
  ])('%j is masked as %j', (value, text) => expect(masked(value)).toBe(text));
});

describe('what is shown of a method', () => {
  const holder = { bank_account_holder_name: 'Jo Doe' };

  it.each<[string, string, unknown, unknown]>([
    ['a wallet without a card', 'wallet', { paypal_redirect: { email: 'a@b.c' } }, {}],
    [
      'Apple Pay: the card that it names',
      'wallet',
      {
        apple_pay: {
          payment_data: 'dG9rZW4=',
          payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
          transaction_identifier: 'a1b2',
        },
      },
      {
        apple_pay: {
          last4: '1111',
          card_network: 'Visa',
          type: 'debit',
          card_exp_month: null,
          card_exp_year: null,
          auth_code: null,
          email: null,
        },
      },
    ],
    [
      'Google Pay: likewise',
      'wallet',
      { google_pay: { type: 'CARD', info: { card_network: 'VISA', card_details: '4242' }, tokenization_data: {} } },
      { google_pay: expect.objectContaining({ last4: '4242', card_network: 'VISA', type: 'CARD' }) as unknown },
    ],
    [
      'Samsung Pay in an app',
      'wallet',
      { samsung_pay: { payment_credential: { payment_card_brand: 'visa', payment_last4_fpan: '1661' } } },
      { samsung_pay: expect.objectContaining({ last4: '1661', card_network: 'visa' }) as unknown },
    ],
    ['pay later', 'pay_later', { klarna_redirect: {} }, { klarna_sdk: null }],
    ['pay later by its own kit', 'pay_later', { klarna_sdk: { token: 't' } }, { klarna_sdk: { payment_type: null } }],
    ['a bank by name', 'bank_redirect', { ideal: { bank_name: 'ing' } }, { bank_name: 'ing', interac: null }],
    [
      'a bank by its issuer',
      'bank_redirect',
      { online_banking_poland: { issuer: 'mbank' } },
      { bank_name: 'mbank', interac: null },
    ],
    [
      'a code that pays by itself: never',
      'bank_redirect',
      { blik: { blik_code: '777123' } },
      { Blik: { blik_code: null }, bank_name: null, interac: null },
    ],
    [
      'a debit',
      'bank_debit',
      { sepa_bank_debit: { iban: 'DE89370400440532013000', ...holder } },
      { sepa: { iban: '******************3000', ...holder } },
    ],
    [
      'another debit',
      'bank_debit',
      { bacs_bank_debit: { account_number: '00012345', sort_code: '108800', ...holder } },
      { bacs: { account_number: '****2345', sort_code: '******', ...holder } },
    ],
    [
      'a transfer',
      'bank_transfer',
      { multibanco_bank_transfer: { billing_details: { email: 'a@b.c' } } },
      { multibanco: {} },
    ],
    ['a transfer without a name of its own', 'bank_transfer', { pse: {} }, { pse: {} }],
    ['a voucher by its bare name', 'voucher', 'oxxo', 'oxxo'],
    [
      'a voucher without the papers of its payer',
      'voucher',
      { boleto: { social_security_number: '12345678901' } },
      { boleto: {} },
    ],
    ['a gift card', 'gift_card', { givex: { number: '6364530000000000', cvc: '1234' } }, { givex: { last4: '0000' } }],
    ['a reward', 'reward', undefined, {}],
  ])('%s', (_, key, data, shown) => expect(shownMethodData(key, data)).toEqual({ [key]: shown }));
});
