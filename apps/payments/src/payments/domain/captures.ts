import type { Outcome } from '@payorch/contracts';
import type { OutcomeCase } from '@payorch/operations';
import { stateAfter } from '@payorch/operations';
import type { Attempt } from './attempt';
import { isIn } from './attempt';
import { captureOperation } from './capture.machine';
import type { Capture, Payment } from './payment';

/** Applies an outcome to the capture under way. */
export function withCapture(
  payment: Payment,
  before: Attempt,
  outcome: Outcome,
  outcomeCase: OutcomeCase,
  now: Date,
): Payment {
  if (!isIn(before, 'capture_initiated')) return payment;
  const { followUp } = before.facts;
  const after = (capture: Capture): Capture => ({
    ...capture,
    status: stateAfter(captureOperation, capture.status, outcomeCase),
    money: outcome.kind === 'captured' ? outcome.money : capture.money,
    connectorCaptureId: 'reference' in outcome ? outcome.reference : capture.connectorCaptureId,
    error: 'error' in outcome ? outcome.error : null,
    modifiedAt: now,
  });
  return { ...payment, captures: payment.captures.map((one) => (one.operation === followUp ? after(one) : one)) };
}
