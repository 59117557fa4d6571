import type { DataOf, postCaptureVoidReserved } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { postCaptureVoidMachine } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged } from '../decision';
import { followUpIn, withFollowUp } from '../follow-ups';
import type { Payment } from '../payment';
import { cancelVoidSync, chargedAttempt } from './post-capture-voids';

type Reservation = DataOf<typeof postCaptureVoidReserved>;

/** The charge is reserved: sends the void to the processor, once. Releases the reservation of a void that has ended. */
export function voidReserved(
  payment: Payment | undefined,
  { operationId }: Reservation,
  { now, rules }: DecideContext,
): Decision {
  const known = payment && followUpIn(payment, 'postCaptureVoids', operationId);
  const attempt = payment && chargedAttempt(payment);
  if (!payment || !known || known.state === 'failed' || known.state === 'refused') {
    return unchanged([{ kind: 'release_void', operation: operationId }]);
  }
  if (known.state !== 'requested' || !attempt) return unchanged();
  const { account, reference, charged } = attempt.facts;
  const { reason } = known;
  const state = moveState(postCaptureVoidMachine, known.state, 'reserved');
  return decided(withFollowUp(payment, 'postCaptureVoids', { ...known, state, modifiedAt: now }), [
    {
      kind: 'post_capture_void',
      operation: { id: operationId, attemptId: attempt.id, account },
      reference,
      charged,
      reason,
    },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: rules.beginWithinMs },
  ]);
}

/** The charge is refunded in part, or may be: the payment does not change. */
export function voidRefused(
  payment: Payment | undefined,
  { operationId }: Reservation,
  { now }: DecideContext,
): Decision {
  const known = payment && followUpIn(payment, 'postCaptureVoids', operationId);
  if (!payment || known?.state !== 'requested') return unchanged();
  const message = 'Post-capture void cannot be performed after a refund has been issued';
  const { pendingReplies } = payment;
  const state = moveState(postCaptureVoidMachine, known.state, 'refused');
  return decided(
    { ...withFollowUp(payment, 'postCaptureVoids', { ...known, state, modifiedAt: now }), pendingReplies: [] },
    [
      ...cancelVoidSync(payment),
      { kind: 'refuse', pendingReplies, refusal: refuse('precondition_failed', { message }) },
    ],
  );
}
