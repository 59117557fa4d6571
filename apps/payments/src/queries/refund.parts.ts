import type { Json } from '@payorch/contracts';
import type { Payment } from '../domain/payment';
import { shownVoid } from '../domain/post-capture-void';
import type { PostCaptureVoidState } from '../domain/post-capture-void.machine';

/** As their owner shows them; null where there are none. */
export const refundsView = ({ refunds }: Payment): Json => (refunds.length > 0 ? refunds : null);

const voidStatuses: Readonly<Record<PostCaptureVoidState, string>> = {
  requested: 'pending',
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'failed',
};

/** How far the void after the capture has come; `description` is the processor's word for why not. */
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

/** What of the payment was given back, for certain by refunds, or is to be by a void. */
export function stateMetadata(payment: Payment): Json {
  const succeeded = payment.refunds.filter(({ status }) => status === 'succeeded');
  const postCaptureVoid = voidView(payment);
  if (succeeded.length === 0 && postCaptureVoid === null) return null;
  return {
    total_refunded_amount:
      succeeded.length === 0 ? null : succeeded.reduce((sum, { amount }) => sum + Number(amount), 0),
    total_disputed_amount: null,
    post_capture_void: postCaptureVoid,
  };
}
