import type { PaymentMethodRow } from '@payorch/contracts';
import { cardFields } from '@payorch/harness';

const holder = { bank_account_holder_name: 'Ada Lovelace' };
const card = { network: 'Visa', type: 'debit' };

/** The fields of the data that has some, by the names of the interface. */
const fields: Readonly<Record<string, object | string>> = {
  amazon_pay: { checkout_session_id: 'session-1' },
  apple_pay: {
    payment_data: 'eyJkYXRhIjoic2VhbGVkIn0',
    payment_method: { display_name: 'Visa 1111', ...card },
    transaction_identifier: 'transaction',
  },
  google_pay: {
    type: 'CARD',
    description: 'Visa 4242',
    info: { card_network: 'VISA', card_details: '4242' },
    tokenization_data: { type: 'PAYMENT_GATEWAY', token: 'tok_sandbox' },
  },
  mb_way_redirect: { telephone_number: '+351912345678' },
  mifinity: { date_of_birth: '1990-12-10' },
  paypal_sdk: { token: 'paypal-token' },
  paze: { complete_response: 'paze-response' },
  samsung_pay: {
    payment_credential: {
      card_brand: 'visa',
      card_last4digits: '1111',
      method: '3DS',
      recurring_payment: false,
      '3_d_s': { type: 'S', version: '100', data: 'samsung-token' },
    },
  },
  klarna_sdk: { token: 'klarna-token' },
  bancontact_card: {
    card_number: '4111111111111111',
    card_exp_month: '03',
    card_exp_year: '2035',
    card_holder_name: 'Ada Lovelace',
  },
  blik: { blik_code: '777124' },
  eps: { bank_name: 'bank_austria', country: 'AT' },
  giropay: { country: 'DE' },
  ideal: { bank_name: 'ing', country: 'NL' },
  eft: { provider: 'ozow' },
  online_banking_czech_republic: { issuer: 'ceska_sporitelna' },
  online_banking_fpx: { issuer: 'maybank' },
  online_banking_poland: { issuer: 'm_bank' },
  online_banking_slovakia: { issuer: 'tatra_pay' },
  online_banking_thailand: { issuer: 'bangkok_bank' },
  open_banking_uk: { issuer: 'barclays', country: 'GB' },
  sofort: { country: 'DE' },
  ach_bank_debit: {
    account_number: '000123456789',
    routing_number: '110000000',
    bank_type: 'checking',
    ...holder,
    bank_name: 'ach',
    bank_holder_type: 'personal',
  },
  bacs_bank_debit: { account_number: '00012345', sort_code: '108800', ...holder },
  becs_bank_debit: { account_number: '000123456', bsb_number: '000000', ...holder },
  eft_debit_order: { account_number: '000123456789', branch_code: '632005', ...holder },
  sepa_bank_debit: { iban: 'DE89370400440532013000', ...holder },
  sepa_guarenteed_bank_debit: { iban: 'DE89370400440532013000', ...holder },
  sepa_bank_transfer: { country: 'DE' },
  pix: { pix_key: 'ada@bank.example', cpf: '12345678909' },
  pix_automatico_push: { account_number: '000123456789', branch_code: '0001', bank_identifier: '341' },
  upi_collect: { vpa_id: 'success@upi' },
  bhn_card_network: { account_number: '6006491234567890', pin: '1234', cvv2: '123', expiration_date: '12/35' },
  givex: { number: '6364530000000000', cvc: '1234' },
  direct_carrier_billing: { msisdn: '4917012345678' },
  boleto: { social_security_number: '12345678909' },
  // These vouchers are bare names.
  ...Object.fromEntries(['efecty', 'oxxo', 'pago_efectivo', 'red_compra', 'red_pagos'].map((name) => [name, name])),
};

/** The data that have no name of their own. */
const unnamed: Readonly<Record<string, object | string>> = {
  card: cardFields().payment_method_data.card,
  crypto: { pay_currency: 'LTC', network: 'litecoin' },
  network_token: {
    network_token: '4111111111111111',
    token_exp_month: '03',
    token_exp_year: '2035',
    token_cryptogram: 'AAAAAA==',
    card_holder_name: 'Ada Lovelace',
  },
};

function dataOf({ dataKey, dataName }: PaymentMethodRow): object | string {
  if (dataKey === 'reward') return 'reward';
  if (dataName === null) return { [dataKey]: unnamed[dataKey] };
  const value = fields[dataName] ?? {};
  return { [dataKey]: value === dataName ? dataName : { [dataName]: value } };
}

/** The payment method fields of a request. */
export const methodFields = (row: PaymentMethodRow) => ({
  payment_method: row.paymentMethod,
  payment_method_type: row.paymentMethodType,
  payment_method_data: dataOf(row),
});
