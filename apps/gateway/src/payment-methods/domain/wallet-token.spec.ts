import type { PaymentMethodCreate } from '@payorch/rest';
import { checkCreate } from './check-payment-method-request';
import { walletDataOf, walletTokenOf } from './wallet-token';

const now = new Date('2026-01-05T10:00:00.000Z');
const expiry = { expiry_month: '10', expiry_year: '30' };
const number = '4895370012003478';
const decrypted = { application_primary_account_number: number, ...expiry };
const path = 'payment_method_data.wallet.google_pay_decrypted_data';

const sending = (more: object): PaymentMethodCreate =>
  ({
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    customer_id: 'cus_a',
    ...more,
  }) as unknown as PaymentMethodCreate;
const inData = (wallet: object) => ({ payment_method_data: { wallet } });
const google = (more: object = {}) => inData({ google_pay_decrypted_data: { ...decrypted, ...more } });

describe('a wallet token', () => {
  const token = { number, expiryMonth: '10', expiryYear: '30', holderName: null, network: null };
  const named = { holderName: 'Jo', network: 'Visa' };
  const shown = { ...expiry, card_holder_name: 'Jo', card_network: 'Visa' };
  it.each([
    ['google_pay', google(), { ...token, type: 'google_pay' }],
    ['apple_pay', inData({ apple_pay_decrypted_data: decrypted }), { ...token, type: 'apple_pay' }],
    [
      'apple_pay',
      { wallet: { apple_pay_decrypt: { dpan: number, ...shown } } },
      { ...token, ...named, type: 'apple_pay' },
    ],
    [
      'google_pay',
      { wallet: { google_pay_decrypt: { application_primary_account_number: '4895 3700 1200 3478', ...shown } } },
      { ...token, ...named, type: 'google_pay' },
    ],
  ])('of %s is read from %j', (payment_method_type, more, expected) => {
    const sent = sending({ payment_method_type, ...more });
    expect(checkCreate(sent, now)).toBeUndefined();
    expect(walletTokenOf(sent)).toEqual(expected);
  });

  it('is sealed in the form that connectors know', () =>
    expect(walletDataOf({ ...token, ...named, type: 'google_pay' })).toEqual({
      google_pay: {
        decrypted_token: number,
        token_exp_month: '10',
        token_exp_year: '30',
        card_holder_name: 'Jo',
        card_network: 'Visa',
      },
    }));

  it.each<[string, object, [code: string, details?: object]]>([
    ['without a number', google({ application_primary_account_number: null }), ['missing_param']],
    ['without a month', google({ expiry_month: undefined }), ['missing_param', { field: `${path}.expiry_month` }]],
    [
      'with an unknown field',
      google({ cvc: '123' }),
      ['not_implemented', { message: `${path}.cvc is not implemented` }],
    ],
    [
      'with a wrong number',
      google({ application_primary_account_number: '4895370012003479' }),
      ['invalid_format', { field: `${path}.application_primary_account_number`, expected: 'a card number' }],
    ],
    ['with a number as a number', google({ expiry_year: 30 }), ['invalid_format']],
    ['with a past expiry', google({ expiry_year: '20' }), ['precondition_failed']],
    ['with a wrong month', google({ expiry_month: '13' }), ['precondition_failed']],
    ['of another wallet', { ...google(), payment_method_type: 'apple_pay' }, ['invalid_request']],
    ['without a type', { ...google(), payment_method_type: null }, ['missing_param', { field: 'payment_method_type' }]],
    ['of another method', { ...google(), payment_method: 'card', payment_method_type: null }, ['invalid_request']],
    [
      'twice',
      { ...google(), wallet: { google_pay_decrypt: { ...decrypted, card_holder_name: 'Jo' } } },
      ['precondition_failed'],
    ],
    ['beside a payout', { ...google(), wallet: { venmo: { telephone_number: '+15550100' } } }, ['invalid_request']],
  ])('%s is refused', (_, more, [code, details]) =>
    expect(checkCreate(sending(more), now)).toMatchObject({ kind: 'refused', code, ...(details && { details }) }),
  );
});
