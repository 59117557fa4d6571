import { jsonOf } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Reading } from './method';
import { named, reading } from './method';

const applePay = z.object({
  payment_data: z.union([
    z.string(),
    z.object({
      application_primary_account_number: z.string(),
      application_expiration_month: z.string(),
      application_expiration_year: z.string(),
      payment_data: z.object({ online_payment_cryptogram: z.string(), eci_indicator: z.string() }),
    }),
  ]),
  payment_method: z.object({ display_name: z.string(), network: z.string() }),
  transaction_identifier: z.string(),
});

const googlePay = z.object({
  tokenization_data: z.union([
    z.object({ token: z.string() }),
    z.object({
      application_primary_account_number: z.string(),
      card_exp_month: z.string(),
      card_exp_year: z.string(),
      cryptogram: z.string(),
      eci_indicator: z.string(),
    }),
  ]),
});

/** With Stripe as Google's gateway, Google returns the JSON of a Stripe token. */
const tokenIn = z.object({ id: z.string() });

/** Stripe treats a wallet's card as a card, made from a token of the wallet's encrypted payload. */
export const wallets: Readonly<Record<string, Reading>> = {
  apple_pay: reading(applePay, ({ payment_data: data, payment_method, transaction_identifier }) => ({
    type: 'card',
    token:
      typeof data === 'string'
        ? {
            pk_token: Buffer.from(data, 'base64').toString('utf8'),
            pk_token_instrument_name: payment_method.display_name,
            pk_token_payment_network: payment_method.network,
            pk_token_transaction_id: transaction_identifier,
          }
        : {
            card: {
              number: data.application_primary_account_number,
              exp_month: data.application_expiration_month,
              exp_year: data.application_expiration_year,
              cryptogram: data.payment_data.online_payment_cryptogram,
              eci: data.payment_data.eci_indicator,
              tokenization_method: 'apple_pay',
            },
          },
  })),
  google_pay: reading(googlePay, ({ tokenization_data: data }) =>
    'token' in data
      ? { type: 'card', details: { token: tokenIn.parse(jsonOf(data.token)).id } }
      : {
          type: 'card',
          token: {
            card: {
              number: data.application_primary_account_number,
              exp_month: data.card_exp_month,
              exp_year: data.card_exp_year,
              cryptogram: data.cryptogram,
              eci: data.eci_indicator,
              tokenization_method: 'android_pay',
            },
          },
        },
  ),
  ali_pay_redirect: named('alipay'),
  amazon_pay_redirect: named('amazon_pay'),
  cashapp_qr: named('cashapp'),
  revolut_pay: named('revolut_pay'),
  we_chat_pay_qr: named('wechat_pay', { client: 'web' }),
};
