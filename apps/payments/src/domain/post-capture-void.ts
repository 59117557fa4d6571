import { InvariantError, nextState } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { Effect } from './decision';
import type { Payment, PostCaptureVoid } from './payment';
import { activeAttempt } from './payment';
import type { PostCaptureVoidEvent, PostCaptureVoidState } from './post-capture-void.machine';
import { openVoidStates, postCaptureVoidMachine } from './post-capture-void.machine';

/** The machine's next state; undefined where the event is no news there. */
export const stateAfter = ({ state }: PostCaptureVoid, on: string): PostCaptureVoidState | undefined =>
  nextState(postCaptureVoidMachine, state, on);

/** By an event that the table is known to have. */
export function moveVoid(from: PostCaptureVoid, on: PostCaptureVoidEvent, now: Date): PostCaptureVoid {
  const state = stateAfter(from, on);
  if (state === undefined) throw new InvariantError(`a void after the capture that is ${from.state} cannot be ${on}`);
  return { ...from, state, modifiedAt: now };
}

const isOpen = ({ state }: PostCaptureVoid): boolean => (openVoidStates as readonly string[]).includes(state);

/** The one that is under way. */
export const openVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(isOpen);

/** The one that the interface shows: those that were refused never were. */
export const shownVoid = ({ postCaptureVoids }: Payment): PostCaptureVoid | undefined =>
  postCaptureVoids.findLast(({ state }) => state !== 'refused');

export const withVoid = (payment: Payment, changed: PostCaptureVoid): Payment => ({
  ...payment,
  postCaptureVoids: payment.postCaptureVoids.map((one) => (one.operation === changed.operation ? changed : one)),
});

/** What was charged, where nothing has happened to it since. */
export const chargedAttempt = (payment: Payment): Attempt<'charged' | 'partial_charged'> | undefined => {
  const attempt = activeAttempt(payment);
  return attempt.state === 'charged' || attempt.state === 'partial_charged' ? attempt : undefined;
};

/** Whose word is waited for, asked again: that of the owner of refunds, before anything is sent, then the processor's. */
export function questionAboutVoid(payment: Payment, attempt: Attempt): Effect | undefined {
  const open = openVoid(payment);
  if (!open || (attempt.state !== 'charged' && attempt.state !== 'partial_charged')) return undefined;
  const { account, reference, charged } = attempt.facts;
  if (open.state === 'requested') return { kind: 'reserve_void', operation: open.operation, charged };
  const operation = { id: open.operation, attemptId: attempt.id, account };
  return { kind: 'ask', flow: 'post_capture_void', operation, reference, money: charged, round: payment.version };
}
