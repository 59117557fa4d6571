import type { DataOf, paymentRedact } from '@payorch/contracts';
import type { Decision } from '../decision';
import { decided, unchanged, type Effect } from '../decision';
import type { Payment } from '../payment';
import { accountWithResponses, redactPayment } from '../redact-payment';

/** Erases the data of a deleted customer here, in the stored webhooks and in the stored responses of processors. */
export function erasePayment(payment: Payment | undefined, { isLast }: DataOf<typeof paymentRedact>): Decision {
  if (!payment) return unchanged();
  const erased = redactPayment(payment, { isLast });
  const account = accountWithResponses(payment);
  // Also where nothing changes here: a webhook or a response may have been stored since the last pass.
  const effects: Effect[] = [
    { kind: 'redact_webhooks' },
    ...(account ? [{ kind: 'redact_responses', account } as const] : []),
  ];
  if (erased) return decided(erased, effects);
  return unchanged(payment.isRedacted ? effects : []);
}
