import type { Payment, PaymentView, PendingReply } from '../src/payments/domain/payment';
import { paymentView } from '../src/payments/queries/payment/payment.view';
import { aProfile, rules } from './builders';

/** A merchant's view without expansions. */
const plain: PaymentView = { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false };

/** A caller that waits for its reply. */
export const pendingReplyNamed = (replyCorrelationId: string, view: Partial<PaymentView> = {}): PendingReply => ({
  replyTopic: 'gateway.replies.1',
  replyCorrelationId,
  correlationId: 'c1',
  traceparent: 't1',
  view: { ...plain, ...view },
});

/** The payment as the interface shows it. */
export const shownPayment = (payment: Payment, view: Partial<PaymentView> = {}): Record<string, unknown> =>
  JSON.parse(
    paymentView(
      payment,
      { ...plain, ...view },
      {
        publicUrl: 'https://pay.example',
        redirectToken: rules.redirectToken,
        linkToken: rules.linkToken,
        clientSessionId: rules.clientSessionId,
        profile: aProfile,
        publishableKey: 'pk_1',
        pollConfig: () => ({ delay_in_secs: 2, frequency: 5 }),
        gsmRule: () => undefined,
      },
    ),
  ) as Record<string, unknown>;
