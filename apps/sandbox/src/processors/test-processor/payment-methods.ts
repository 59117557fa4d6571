import type { Outcome } from './cards';
import { cardOutcome } from './cards';
import { declined, paymentNotSuccessful } from './refusals';

export type PaymentMethodData =
  | { readonly type: 'card'; readonly number: string }
  | { readonly type: 'wallet'; readonly brand: string }
  | { readonly type: 'pay_later'; readonly brand: string }
  | { readonly type: 'upi'; readonly vpaId: string };

/** Brands as the API spells them, and as the bank page shows them. */
export const wallets: Readonly<Record<string, string>> = {
  GooglePay: 'Google Pay',
  Paypal: 'PayPal',
  WeChatPay: 'WeChat Pay',
  MbWay: 'Mb Way',
  AliPay: 'Alipay',
  AliPayHK: 'Alipay HK',
};

export const payLater: Readonly<Record<string, string>> = {
  Klarna: 'Klarna',
  Affirm: 'Affirm',
  AfterPayClearPay: 'Afterpay Clearpay',
};

const upiCollect: Readonly<Record<string, Outcome>> = {
  'success@upi': { kind: 'challenge', methodName: 'UPI Collect' },
  'failure@upi': { kind: 'failed', refusal: paymentNotSuccessful },
};
const invalidUpi: Outcome = { kind: 'failed', refusal: declined('Invalid Upi id') };

export function outcomeOf(method: PaymentMethodData, connector: string): Outcome {
  switch (method.type) {
    case 'card':
      return cardOutcome(method.number, connector);
    case 'wallet':
      return { kind: 'challenge', methodName: wallets[method.brand] ?? method.brand };
    case 'pay_later':
      return { kind: 'challenge', methodName: payLater[method.brand] ?? method.brand };
    case 'upi':
      return upiCollect[method.vpaId] ?? invalidUpi;
  }
}
