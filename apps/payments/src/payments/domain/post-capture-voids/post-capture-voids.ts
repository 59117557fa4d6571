import { openVoidStates } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import type { Effect } from '../decision';
import type { PostCaptureVoid } from './post-capture-void';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

const isOpen = ({ state }: PostCaptureVoid): boolean => (openVoidStates as readonly string[]).includes(state);

/** The void under way. */
export const openVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(isOpen);

/** The void that the interface shows: refused ones are left out. */
export const shownVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(({ state }) => state !== 'refused');

/** The active attempt where it is charged and not voided. */
export const chargedAttempt = (payment: Payment): Attempt<'charged' | 'partial_charged'> | undefined => {
  const attempt = activeAttempt(payment);
  return attempt.state === 'charged' || attempt.state === 'partial_charged' ? attempt : undefined;
};

/** Cancels the sync of a void that has ended. */
export function cancelVoidSync(payment: Payment): Effect[] {
  const attempt = chargedAttempt(payment);
  return attempt ? [{ kind: 'cancel_sync', attemptId: attempt.id }] : [];
}

/** The repeated request for the void under way: the reservation at the refunds service, and after it the sync at the processor. */
export function voidSync(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openVoid(payment);
  if (!open || (attempt.state !== 'charged' && attempt.state !== 'partial_charged')) return undefined;
  const { account, reference, charged } = attempt.facts;
  if (open.state === 'requested') return { kind: 'reserve_void', operation: open.operation, charged };
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'sync', flow: 'post_capture_void', operation, reference, money: charged, round: payment.version };
}
