import type { AuthorizeOperation } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import type { JsonObject } from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import { money } from '@payorch/kernel';

/** A payment method in the form of the interface's `payment_method_data`. */
export interface SampleMethod {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  readonly currency: Currency;
  readonly methodData: JsonObject;
}

const sample =
  (paymentMethod: string) =>
  (paymentMethodType: string, currency: Currency, key: string, data: JsonObject = {}): SampleMethod => ({
    paymentMethod,
    paymentMethodType,
    currency,
    methodData: { [paymentMethod]: { [key]: data } },
  });
const wallet = sample('wallet');
const redirect = sample('bank_redirect');
const debit = sample('bank_debit');
const transfer = sample('bank_transfer');
const later = sample('pay_later');

const predecrypted = {
  application_primary_account_number: '4111111111111111',
  card_exp_month: '03',
  card_exp_year: '2030',
  cryptogram: 'AAAAAA==',
  eci_indicator: '05',
};
const applePay = {
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 'probe_txn_id',
};

/** Every payment method except cards. */
export const sampleMethods: readonly SampleMethod[] = [
  wallet('apple_pay', 'USD', 'apple_pay', {
    ...applePay,
    payment_data: Buffer.from('{"version":"EC_v1","data":"probe","signature":"probe"}').toString('base64'),
  }),
  wallet('google_pay', 'USD', 'google_pay', {
    type: 'CARD',
    description: 'Visa 1111',
    info: { card_network: 'VISA', card_details: '1111' },
    tokenization_data: { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_probe_gpay","object":"token","type":"card"}' },
  }),
  wallet('google_pay', 'USD', 'google_pay', { tokenization_data: predecrypted }),
  wallet('ali_pay', 'USD', 'ali_pay_redirect'),
  wallet('amazon_pay', 'USD', 'amazon_pay_redirect'),
  wallet('cashapp', 'USD', 'cashapp_qr'),
  wallet('revolut_pay', 'EUR', 'revolut_pay'),
  wallet('we_chat_pay', 'USD', 'we_chat_pay_qr'),
  redirect('bancontact_card', 'EUR', 'bancontact_card', { card_number: '', card_holder_name: 'John Doe' }),
  redirect('blik', 'PLN', 'blik', { blik_code: '777124' }),
  redirect('eps', 'EUR', 'eps', { bank_name: 'bank_austria', country: 'AT' }),
  redirect('giropay', 'EUR', 'giropay', { country: 'DE' }),
  redirect('ideal', 'EUR', 'ideal', { bank_name: 'nationale_nederlanden', country: 'NL' }),
  redirect('przelewy24', 'PLN', 'przelewy24', {
    bank_name: 'citi',
    billing_details: { billing_name: 'John Doe', email: 'test@example.com' },
  }),
  redirect('sofort', 'EUR', 'sofort', { country: 'DE', preferred_language: 'de' }),
  debit('ach', 'USD', 'ach_bank_debit', {
    account_number: '000123456789',
    routing_number: '110000000',
    bank_account_holder_name: 'John Doe',
    bank_name: 'chase',
    bank_type: 'savings',
    bank_holder_type: 'business',
  }),
  debit('sepa', 'EUR', 'sepa_bank_debit', {
    iban: 'DE89370400440532013000',
    bank_account_holder_name: 'John Doe',
    billing_details: { name: 'Jane Doe', email: 'test@example.com' },
  }),
  debit('bacs', 'GBP', 'bacs_bank_debit', {
    account_number: '55779911',
    sort_code: '200000',
    bank_account_holder_name: 'John Doe',
  }),
  debit('becs', 'AUD', 'becs_bank_debit', { account_number: '000123456', bsb_number: '000000' }),
  transfer('ach', 'USD', 'ach_bank_transfer'),
  transfer('bacs', 'GBP', 'bacs_bank_transfer', { billing_details: { name: 'John Doe', email: 'test@example.com' } }),
  transfer('multibanco', 'EUR', 'multibanco_bank_transfer', { billing_details: { email: 'test@example.com' } }),
  transfer('sepa_bank_transfer', 'EUR', 'sepa_bank_transfer', { country: 'DE' }),
  later('affirm', 'USD', 'affirm_redirect'),
  later('afterpay_clearpay', 'USD', 'afterpay_clearpay_redirect', {
    billing_email: 'test@example.com',
    billing_name: 'John Doe',
  }),
  later('klarna', 'EUR', 'klarna_redirect', { billing_email: 'test@example.com', billing_country: 'DE' }),
];

/** The kit's sample operation, paid with this method. */
export const paidWith = (
  { currency, ...method }: SampleMethod,
  changes: Partial<AuthorizeOperation> = {},
): AuthorizeOperation =>
  sampleOperation('authorize', { card: null, money: money(1000n, currency), ...method, ...changes });
