import { isTypeOfMethod, paymentMethodRows } from '@payorch/contracts';
import { PaymentMethod, PaymentMethodType, PaymentsCreateRequest, checkDto } from '@payorch/rest';
import { isDataOf, methodOfDataKey } from './payment-methods';

describe('the table of payment methods', () => {
  it('has every payment method and every type of the interface, and no other', () => {
    expect(new Set(paymentMethodRows.map((row) => row.paymentMethod))).toEqual(new Set(PaymentMethod));
    expect(new Set(paymentMethodRows.map((row) => row.paymentMethodType))).toEqual(new Set(PaymentMethodType));
  });

  it('names data that the interface has', () => {
    const unknown = paymentMethodRows.filter(({ dataKey, dataName }) => {
      if (dataName === null) return false;
      const read = checkDto(PaymentsCreateRequest, { payment_method_data: { [dataKey]: { [`${dataName}_`]: {} } } });
      return read.kind === 'invalid' && !read.violations.some(({ message }) => message.includes(`\`${dataName}\``));
    });
    expect(unknown).toEqual([]);
  });

  it('knows no type of another payment method', () => {
    expect(isTypeOfMethod('wallet', 'klarna')).toBe(false);
    expect(isTypeOfMethod('wallet', 'constructor')).toBe(false);
    expect(isTypeOfMethod('constructor', 'name')).toBe(false);
  });
});

describe('the data of a payment method', () => {
  it.each([
    ['wallet', 'ali_pay', 'wallet', { ali_pay_qr: {} }],
    ['wallet', null, 'wallet', { ali_pay_qr: {} }],
    ['wallet', 'venmo', 'wallet', { paypal_sdk: { token: 't' } }],
    ['bank_redirect', 'swish', 'wallet', { swish_qr: {} }],
    ['bank_transfer', 'pix_key', 'bank_transfer', { pix: { pix_key: 'k' } }],
    ['voucher', 'oxxo', 'voucher', 'oxxo'],
    ['voucher', 'boleto', 'voucher', { boleto: {}, oxxo: undefined }],
    ['crypto', 'crypto_currency', 'crypto', { network: 'n' }],
    ['crypto', 'crypto_currency', 'crypto', {}],
    ['reward', 'classic', 'reward', 'reward'],
    ['card', 'debit', 'card_token', {}],
    ['card', null, 'card', { card_number: '4242424242424242' }],
  ])('of %s %s may be %s %j', (method, type, key, data) =>
    expect(isDataOf({ method, type }, { key, data })).toBe(true),
  );

  it.each([
    ['wallet', 'google_pay', 'wallet', { apple_pay: {} }],
    ['wallet', 'cashapp', 'wallet', { swish_qr: {} }],
    ['wallet', null, 'wallet', { swish_qr: {} }],
    ['bank_redirect', 'ideal', 'wallet', { swish_qr: {} }],
    ['bank_debit', 'ach', 'bank_transfer', { ach_bank_transfer: {} }],
    ['voucher', 'oxxo', 'voucher', 'efecty'],
    ['voucher', 'oxxo', 'crypto', {}],
    ['card', 'debit', 'network_token', {}],
  ])('of %s %s is never %s %j', (method, type, key, data) =>
    expect(isDataOf({ method, type }, { key, data })).toBe(false),
  );

  it('of a card has several keys', () => expect(methodOfDataKey('vault_data_card')).toBe('card'));
});
