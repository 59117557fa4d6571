import type { PaymentRequest } from '../../src/processors/test-processor/decide/create-payment';
import { createPayment } from '../../src/processors/test-processor/decide/create-payment';
import type { Payment } from '../../src/processors/test-processor/payment';
import { aMoment } from '../moment';

export const aRequest = (rest: Partial<PaymentRequest> = {}): PaymentRequest => ({
  connector: 'stripe_test',
  account: 'account',
  amount: 6540,
  currency: 'USD',
  capture: 'automatic',
  multicapture: false,
  overcapture: false,
  partial: false,
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
