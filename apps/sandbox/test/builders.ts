import type { PaymentRequest } from '../src/processor/create-payment';
import { createPayment } from '../src/processor/create-payment';
import type { Moment, Payment } from '../src/processor/payment';

export const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Sequential ids: `pay_1`, `dummy_attempt_2`. */
export function aMoment(): Moment {
  let count = 0;
  return { nowMs, newId: (prefix) => `${prefix}_${++count}` };
}

export const aRequest = (rest: Partial<PaymentRequest> = {}): PaymentRequest => ({
  connector: 'stripe_test',
  account: 'account',
  amount: 6540,
  currency: 'USD',
  capture: 'automatic',
  method: { type: 'card', number: '4242424242424242' },
  reference: 'op_1',
  attemptReference: null,
  returnUrl: 'https://shop.example/back',
  webhooks: null,
  ...rest,
});

export const paying = (rest: Partial<PaymentRequest> = {}) => createPayment(aRequest(rest), aMoment(), {});

/** The record that a request creates. */
export function aPayment(rest: Partial<PaymentRequest> = {}): Payment {
  const { payment } = paying(rest);
  if (!payment) throw new Error('no payment was made');
  return payment;
}

export const anAuthorizedPayment = (): Payment => aPayment({ capture: 'manual' });
