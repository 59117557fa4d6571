import type { Outcome } from './cards';
import { cardOutcome, tokenOutcome } from './cards';
import { dataOfPath, playOf } from './methods/plays';
import { declined, paymentNotSuccessful } from './refusals';

export type PaymentMethodData =
  | { readonly type: 'card'; readonly number: string }
  | { readonly type: 'network_token'; readonly number: string; readonly cryptogram: string }
  /** A network token after the network has judged it: the last digits of its card; null for a wrong or used cryptogram. */
  | { readonly type: 'judged_token'; readonly last4: string | null }
  | { readonly type: 'upi_collect'; readonly vpaId: string }
  /** Any other payment method, by the path of its data: `wallet.ali_pay_qr`. */
  | { readonly type: 'other'; readonly method: string; readonly data: string; readonly name: string };

/** A brand as the bank page shows it, and the data of the interface that stands for it. */
interface Brand {
  readonly name: string;
  readonly data: string;
}

/** Brands as the API spells them. */
export const wallets: Readonly<Record<string, Brand>> = {
  GooglePay: { name: 'Google Pay', data: 'wallet.google_pay_redirect' },
  Paypal: { name: 'PayPal', data: 'wallet.paypal_redirect' },
  WeChatPay: { name: 'WeChat Pay', data: 'wallet.we_chat_pay_redirect' },
  MbWay: { name: 'Mb Way', data: 'wallet.mb_way_redirect' },
  AliPay: { name: 'Alipay', data: 'wallet.ali_pay_redirect' },
  AliPayHK: { name: 'Alipay HK', data: 'wallet.ali_pay_hk_redirect' },
};

export const payLater: Readonly<Record<string, Brand>> = {
  Klarna: { name: 'Klarna', data: 'pay_later.klarna_redirect' },
  Affirm: { name: 'Affirm', data: 'pay_later.affirm_redirect' },
  AfterPayClearPay: { name: 'Afterpay Clearpay', data: 'pay_later.afterpay_clearpay_redirect' },
};

const upiData = dataOfPath('upi.upi_collect');
const upiCollect: Readonly<Record<string, Outcome>> = {
  'success@upi': { kind: 'played', play: playOf(upiData), methodName: 'UPI Collect' },
  'failure@upi': { kind: 'failed', refusal: paymentNotSuccessful },
};
/** Also of a token that the network has not judged. */
const invalidToken: Outcome = { kind: 'failed', refusal: declined('Network token not valid') };
const invalidUpi: Outcome = { kind: 'failed', refusal: declined('Invalid Upi id') };

/** Whether the payment method is an order that its customer approved before. */
export const paysOrder = (method: PaymentMethodData): boolean =>
  method.type === 'other' && method.data === 'wallet.paypal_sdk';

/** The payment method of the record. */
export const methodTypeOf = (method: PaymentMethodData): string => {
  if (method.type === 'other') return method.method;
  return method.type === 'upi_collect' ? 'upi' : 'card';
};

export function outcomeOf(method: PaymentMethodData, connector: string): Outcome {
  switch (method.type) {
    case 'card':
      return cardOutcome(method.number, connector);
    case 'network_token':
      return invalidToken;
    case 'judged_token':
      return method.last4 === null ? invalidToken : tokenOutcome(method.last4, connector);
    case 'upi_collect':
      return upiCollect[method.vpaId] ?? invalidUpi;
    case 'other':
      return { kind: 'played', play: playOf(dataOfPath(method.data)), methodName: method.name };
  }
}
