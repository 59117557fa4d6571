import type { PostCaptureVoidState } from '@payorch/operations';
import type { Json } from '@payorch/contracts';
import type { Payment } from '../../domain/payment';
import { shownVoid } from '../../domain/post-capture-voids/post-capture-voids';

/** As the refunds service publishes them; null where there are none. */
export const refundsView = ({ refunds }: Payment): Json => (refunds.length > 0 ? refunds : null);

/** Null where there are none. */
export const disputesView = ({ disputes }: Payment): Json =>
  disputes.length > 0 ? disputes.map(({ shown }) => shown) : null;

const voidStatuses: Readonly<Record<PostCaptureVoidState, string>> = {
  requested: 'pending',
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'failed',
};

/** The state of the post-capture void; `description` is the processor's reason for a failure. */
function voidView(payment: Payment): Json {
  const shown = shownVoid(payment);
  return (
    (shown && {
      status: voidStatuses[shown.state],
      connector_reference_id: shown.reference,
      description: shown.error && (shown.error.reason ?? shown.error.message),
      updated_at: shown.modifiedAt.toISOString(),
    }) ??
    null
  );
}

/** The refunded total of succeeded refunds, what disputes take, and the post-capture void. */
export function stateMetadata(payment: Payment): Json {
  const succeeded = payment.refunds.filter(({ status }) => status === 'succeeded');
  const postCaptureVoid = voidView(payment);
  const { disputes } = payment;
  if (succeeded.length + disputes.length === 0 && postCaptureVoid === null) return null;
  return {
    total_refunded_amount:
      succeeded.length === 0 ? null : succeeded.reduce((sum, { amount }) => sum + Number(amount), 0),
    total_disputed_amount: disputes.length === 0 ? null : disputes.reduce((sum, { taken }) => sum + taken, 0),
    post_capture_void: postCaptureVoid,
  };
}
