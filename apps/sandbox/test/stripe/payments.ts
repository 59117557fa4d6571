import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';

/** A card payment, confirmed at once, with an order id of its own. */
export const paying = (rest: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 6540,
  currency: 'usd',
  confirm: true,
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  return_url: 'https://shop.example/back?order=1',
  metadata: { order_id: `order_${randomUUID()}` },
  expand: ['latest_charge'],
  ...rest,
});

export const orderOf = ({ metadata }: Stripe.PaymentIntent): string => metadata['order_id'] ?? '';

export const pageOf = ({ next_action }: Stripe.PaymentIntent | Stripe.SetupIntent): string =>
  next_action?.redirect_to_url?.url ?? 'no page';

/** Returns the error of a call that must fail. */
export const failure = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error as Stripe.errors.StripeError,
  );
