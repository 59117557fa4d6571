import type { Payment, PaymentView, Waiter } from '../src/domain/payment';
import { paymentView } from '../src/queries/payment.view';
import { aProfile, rules } from './builders';

/** What a merchant wants to be shown who asks for no more. */
const plain: PaymentView = { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false };

/** A request that waits to be answered. */
export const waiterNamed = (replyCorrelationId: string, wants: Partial<PaymentView> = {}): Waiter => ({
  replyTopic: 'gateway.replies.1',
  replyCorrelationId,
  correlationId: 'c1',
  traceparent: 't1',
  wants: { ...plain, ...wants },
});

/** The payment as the interface shows it. */
export const shownPayment = (payment: Payment, wants: Partial<PaymentView> = {}): Record<string, unknown> =>
  JSON.parse(
    paymentView(
      payment,
      { ...plain, ...wants },
      {
        publicUrl: 'https://pay.example',
        redirectToken: rules.redirectToken,
        profile: aProfile,
        publishableKey: 'pk_1',
        gsmRule: () => undefined,
      },
    ),
  ) as Record<string, unknown>;
