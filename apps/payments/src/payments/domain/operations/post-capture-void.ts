import type { OperationId } from '@payorch/kernel';
import type { Attempt } from '../attempt';
import type { Effect } from '../decision';
import type { Payment, PostCaptureVoid } from '../payment';
import { activeAttempt } from '../payment';
import { openVoidStates } from './post-capture-void.machine';

const isOpen = ({ state }: PostCaptureVoid): boolean => (openVoidStates as readonly string[]).includes(state);

export const voidIn = (payment: Payment | undefined, operation: OperationId): PostCaptureVoid | undefined =>
  payment?.postCaptureVoids.find((one) => one.operation === operation);

/** The void under way. */
export const openVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(isOpen);

/** The void that the interface shows: refused ones are left out. */
export const shownVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(({ state }) => state !== 'refused');

export const withVoid = (payment: Payment, changed: PostCaptureVoid): Payment => ({
  ...payment,
  postCaptureVoids: payment.postCaptureVoids.map((one) => (one.operation === changed.operation ? changed : one)),
});

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
