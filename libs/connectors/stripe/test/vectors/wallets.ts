import type { VectorCase, VectorCases } from './vector-case';
import { other } from './vector-case';

const applePay = {
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 'probe_txn_id',
};
const wallet = (base: VectorCase): VectorCase => ({ ...base, with: ['token'] });

/** Wallets with a card, a page or a QR code. */
export const wallets: VectorCases = {
  'authorize AliPayRedirect': other('wallet', 'ali_pay', 'ali_pay_redirect'),
  'authorize AmazonPayRedirect': other('wallet', 'amazon_pay', 'amazon_pay_redirect'),
  'authorize ApplePay': wallet(
    other(
      'wallet',
      'apple_pay',
      'apple_pay',
      { ...applePay, payment_data: 'eyJ2ZXJzaW9uIjoiRUNfdjEiLCJkYXRhIjoicHJvYmUiLCJzaWduYXR1cmUiOiJwcm9iZSJ9' },
      'madeFirst',
      'named',
      'ownName',
    ),
  ),
  'authorize ApplePayDecrypted': wallet(
    other(
      'wallet',
      'apple_pay',
      'apple_pay',
      {
        ...applePay,
        payment_data: {
          application_primary_account_number: '4111111111111111',
          application_expiration_month: '03',
          application_expiration_year: '2030',
          payment_data: { online_payment_cryptogram: 'AAAAAA==', eci_indicator: '05' },
        },
      },
      'madeFirst',
      'named',
    ),
  ),
  'authorize CashappQr': other('wallet', 'cashapp', 'cashapp_qr'),
  'authorize GooglePay': other(
    'wallet',
    'google_pay',
    'google_pay',
    { tokenization_data: { token: '{"id":"tok_probe_gpay","object":"token","type":"card"}' } },
    'madeFirst',
  ),
  'authorize RevolutPay': other('wallet', 'revolut_pay', 'revolut_pay'),
  'authorize WeChatPayQr': other('wallet', 'we_chat_pay', 'we_chat_pay_qr'),
};
