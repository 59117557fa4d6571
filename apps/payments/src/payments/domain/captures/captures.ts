import type { Outcome } from '@payorch/contracts';
import type { Money, OperationId } from '@payorch/kernel';
import { add, captureIdOf, subtract, zero } from '@payorch/kernel';
import type { CaptureState, OutcomeCase } from '@payorch/operations';
import { captureOperation, stateAfter } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import type { Capture } from './capture';
import { followUpIn, withFollowUp } from '../follow-ups';
import type { Payment } from '../payment';

const isOpen = ({ status }: Capture): boolean => status === 'started' || status === 'pending';
const sumOf = (captures: readonly Capture[], { currency }: Money): Money =>
  captures.reduce((sum, capture) => add(sum, capture.money), zero(currency));

const capturesOf = ({ captures }: Payment, { id }: Pick<Attempt, 'id'>): readonly Capture[] =>
  captures.filter(({ attemptId }) => attemptId === id);

/** The captures of the attempt under way. */
export const openCaptures = (payment: Payment, attempt: Pick<Attempt, 'id'>): readonly Capture[] =>
  capturesOf(payment, attempt).filter(isOpen);

interface WithAuthorized extends Pick<Attempt, 'id'> {
  readonly facts: { readonly authorized: Money };
}

/** The sum of the attempt's successful captures. */
export const captured = (payment: Payment, attempt: WithAuthorized): Money =>
  sumOf(
    capturesOf(payment, attempt).filter(({ status }) => status === 'charged'),
    attempt.facts.authorized,
  );

/**
 * What further captures may take (M3). A capture under way counts as captured until the processor refuses it. Throws
 * `InvariantError` where the captures exceed the authorized amount.
 */
export const uncaptured = (payment: Payment, attempt: WithAuthorized): Money =>
  subtract(
    attempt.facts.authorized,
    sumOf(
      capturesOf(payment, attempt).filter(({ status }) => status !== 'failed'),
      attempt.facts.authorized,
    ),
  );

export const newCapture = (
  { captures }: Payment,
  { id }: Pick<Attempt, 'id'>,
  requested: { readonly operation: OperationId; readonly money: Money; readonly now: Date },
): Capture => ({
  id: captureIdOf(id, captures.length + 1),
  attemptId: id,
  sequence: captures.length + 1,
  operation: requested.operation,
  status: 'started',
  money: requested.money,
  connectorCaptureId: null,
  error: null,
  createdAt: requested.now,
  modifiedAt: requested.now,
});

export const captureAfter = (capture: Capture, status: CaptureState, outcome: Outcome, now: Date): Capture => ({
  ...capture,
  status,
  money: outcome.kind === 'captured' ? outcome.money : capture.money,
  connectorCaptureId: 'reference' in outcome ? outcome.reference : capture.connectorCaptureId,
  error: 'error' in outcome ? outcome.error : null,
  modifiedAt: now,
});

/** Applies an outcome to the only capture under way. */
export function withCapture(
  payment: Payment,
  before: Attempt,
  outcome: Outcome,
  outcomeCase: OutcomeCase,
  now: Date,
): Payment {
  if (!isIn(before, 'capture_initiated')) return payment;
  const capture = followUpIn(payment, 'captures', before.facts.followUp);
  if (!capture) return payment;
  const status = stateAfter(captureOperation, capture.status, outcomeCase);
  return withFollowUp(payment, 'captures', captureAfter(capture, status, outcome, now));
}
