import { InvariantError, nextState } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { Effect } from './decision';
import type { Payment, PostCaptureVoid } from './payment';
import { activeAttempt } from './payment';
import type { PostCaptureVoidEvent, PostCaptureVoidState } from './post-capture-void.machine';
import { openVoidStates, postCaptureVoidMachine } from './post-capture-void.machine';

/** The machine's next state; undefined where the event changes nothing. */
export const stateAfter = ({ state }: PostCaptureVoid, on: string): PostCaptureVoidState | undefined =>
  nextState(postCaptureVoidMachine, state, on);

/** Moves the void by an event that its state must allow. */
export function moveVoid(from: PostCaptureVoid, on: PostCaptureVoidEvent, now: Date): PostCaptureVoid {
  const state = stateAfter(from, on);
  if (state === undefined) throw new InvariantError(`a void after the capture that is ${from.state} cannot be ${on}`);
  return { ...from, state, modifiedAt: now };
}

const isOpen = ({ state }: PostCaptureVoid): boolean => (openVoidStates as readonly string[]).includes(state);

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

/** The repeated request for the void under way: the reservation at the refunds service, and after it the sync at the processor. */
export function voidSync(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openVoid(payment);
  if (!open || (attempt.state !== 'charged' && attempt.state !== 'partial_charged')) return undefined;
  const { account, reference, charged } = attempt.facts;
  if (open.state === 'requested') return { kind: 'reserve_void', operation: open.operation, charged };
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'sync', flow: 'post_capture_void', operation, reference, money: charged, round: payment.version };
}
