import type { DataOf, paymentUpdateMetadata } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { cannot } from '../state-refusals';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { type Payment, withDetails } from '../payment';
import type { IntentStatus } from '../attempts/attempt-status';
import { knownStatusOf } from '../payment.status';

const allowed: readonly IntentStatus[] = [
  'succeeded',
  'failed',
  'partially_captured',
  'partially_captured_and_capturable',
  'requires_capture',
  'requires_customer_action',
];

/** Merges the merchant's metadata into the stored one, key by key; nothing else changes. */
export function updateMetadata(
  payment: Payment | undefined,
  { metadata, featureMetadata }: DataOf<typeof paymentUpdateMetadata>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  if (!allowed.includes(knownStatusOf(payment))) return cannot('update_metadata', payment);
  if (Object.keys(metadata).length === 0) {
    return refuse('invalid_request', { message: 'Metadata should be an object and contain at least 1 key' });
  }
  const details = {
    ...payment.details,
    metadata: { ...payment.terms.metadata, ...metadata },
    ...(featureMetadata && { feature_metadata: featureMetadata }),
  };
  return decided(withDetails(payment, details), [{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);
}
