import { cardFields } from '@payorch/harness';
import { calledBack, elsewhere, redirected, sendsMoney } from './customer';
import { atOnce, attemptFailed, byCode, byDebit, onPage, redirects, waits, type Journey } from './journey';

const approved = '4242424242424242';
const declined = '4000000000000002';

const card = (number: string): object => cardFields(number).payment_method_data.card;

const applePay = (payment_data: unknown) => ({
  apple_pay: {
    payment_data,
    payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
    transaction_identifier: 'transaction',
  },
});
const encrypted = Buffer.from('{"version":"EC_v1","data":"sealed","signature":"signed"}').toString('base64');
const decrypted = (number: string) => ({
  application_primary_account_number: number,
  application_expiration_month: '10',
  application_expiration_year: '2035',
  payment_data: { online_payment_cryptogram: 'AAAAAA==', eci_indicator: '05' },
});
const googlePay = (id: string) => ({
  google_pay: {
    type: 'CARD',
    description: 'Visa 4242',
    info: { card_network: 'VISA', card_details: '4242' },
    tokenization_data: { type: 'PAYMENT_GATEWAY', token: JSON.stringify({ id, object: 'token', type: 'card' }) },
  },
});

const ada = { bank_account_holder_name: 'Ada Lovelace' };
const ach = (account_number: string) => ({
  ach_bank_debit: { ...ada, account_number, routing_number: '110000000', bank_type: 'checking' },
});
const sepa = (iban: string) => ({ sepa_bank_debit: { ...ada, iban } });
const bacs = (account_number: string) => ({ bacs_bank_debit: { ...ada, account_number, sort_code: '108800' } });
const becs = (account_number: string) => ({ becs_bank_debit: { ...ada, account_number, bsb_number: '000000' } });

const shows = (account: string) => ({
  status: 'requires_customer_action',
  next_action: {
    type: 'display_bank_transfer_information',
    bank_transfer_steps_and_charges_details: { [account]: expect.any(Object) as object },
  },
});
/** A transfer cannot be refused: the money arrives, or the merchant cancels the payment. */
const byTransfer = (currency: string, data: object, account: string): Journey => ({
  currency,
  paid: { data, answer: shows(account), action: sendsMoney },
  refused: { data, answer: shows(account), action: calledBack, ends: { status: 'cancelled' } },
});
const voucher = { multibanco_bank_transfer: {} };

const blik = { blik: { blik_code: '777124' } };

/** One journey for each payment method of Stripe's capabilities, by `<method> <type>`. */
export const journeys: Readonly<Record<string, Journey>> = {
  'card credit': atOnce('USD', card(approved), card(declined)),
  'card debit': atOnce('USD', card('4000056655665556'), card(declined)),

  'wallet apple_pay': atOnce('USD', applePay(encrypted), applePay(decrypted(declined))),
  'wallet google_pay': atOnce('USD', googlePay('tok_visa'), googlePay('tok_chargeDeclined')),
  'wallet ali_pay': onPage('USD', { ali_pay_redirect: {} }),
  'wallet amazon_pay': onPage('USD', { amazon_pay_redirect: {} }),
  'wallet cashapp': byCode('USD', { cashapp_qr: {} }),
  'wallet revolut_pay': onPage('EUR', { revolut_pay: {} }),
  'wallet we_chat_pay': byCode('CNY', { we_chat_pay_qr: {} }),

  'bank_redirect bancontact_card': onPage('EUR', { bancontact_card: { card_holder_name: 'Ada Lovelace' } }),
  'bank_redirect blik': {
    currency: 'PLN',
    paid: { data: blik, answer: waits },
    refused: {
      data: blik,
      metadata: { sandbox_fault: 'pending_then_settled:300:failed' },
      answer: waits,
      ends: { status: 'failed', error_code: 'payment_method_provider_decline' },
    },
  },
  'bank_redirect eps': onPage('EUR', { eps: { bank_name: 'bank_austria', country: 'AT' } }),
  'bank_redirect giropay': onPage('EUR', { giropay: { country: 'DE' } }),
  'bank_redirect ideal': onPage('EUR', { ideal: { bank_name: 'ing', country: 'NL' } }),
  'bank_redirect przelewy24': onPage('PLN', { przelewy24: { bank_name: 'citi' } }),
  'bank_redirect sofort': onPage('EUR', { sofort: { country: 'DE' } }),

  // A new bank account must first be verified on a page.
  'bank_debit ach': {
    currency: 'USD',
    paid: { data: ach('000123456789'), answer: redirects, action: redirected('authorize') },
    refused: {
      data: ach('000222222227'),
      answer: redirects,
      action: redirected('authorize'),
      ends: { status: 'failed', error_code: 'insufficient_funds' },
    },
  },
  'bank_debit sepa': byDebit(
    'EUR',
    sepa('DE89370400440532013000'),
    sepa('DE62370400440532013001'),
    'generic_could_not_process',
  ),
  'bank_debit bacs': byDebit('GBP', bacs('00012345'), bacs('33333335'), 'debit_not_authorized'),
  'bank_debit becs': byDebit('AUD', becs('000123456'), becs('111111113'), 'account_closed'),

  'bank_transfer ach': byTransfer('USD', { ach_bank_transfer: {} }, 'ach_credit_transfer'),
  'bank_transfer bacs': byTransfer('GBP', { bacs_bank_transfer: {} }, 'bacs_bank_instructions'),
  'bank_transfer multibanco': {
    currency: 'EUR',
    paid: { data: voucher, answer: shows('multibanco'), action: elsewhere('authorize') },
    refused: { data: voucher, answer: shows('multibanco'), action: elsewhere('reject'), ends: attemptFailed },
  },
  'bank_transfer sepa_bank_transfer': byTransfer(
    'EUR',
    { sepa_bank_transfer: { country: 'DE' } },
    'sepa_bank_instructions',
  ),

  'pay_later affirm': onPage('USD', { affirm_redirect: {} }),
  'pay_later afterpay_clearpay': onPage('USD', { afterpay_clearpay_redirect: { billing_name: 'Ada Lovelace' } }),
  'pay_later klarna': onPage('EUR', { klarna_redirect: { billing_country: 'DE' } }),
};
