import type { FindGsmRule, OutcomeKind } from '@payorch/contracts';
import type { AttemptEndedLabels, Metrics } from '@payorch/platform/telemetry';
import { metrics as processMetrics } from '@payorch/platform/telemetry';
import type { Attempt } from '../domain/attempts/attempt';
import { accountOf } from '../domain/attempts/attempt';
import type { AttemptState } from '../domain/attempts/attempt.machine';
import type { Payment } from '../domain/payment';
import { standardisedCodeOf } from '../queries/payment/error.parts';
import { openStates } from './ended-attempts';

const results: { readonly [State in AttemptState]?: AttemptEndedLabels['result'] } = {
  authorized: 'approved',
  charged: 'approved',
  partial_charged: 'approved',
  failure: 'declined',
  voided: 'cancelled',
  expired: 'expired',
  integrity_failure: 'mismatched',
};

/** Besides the payment before and after: the outcome that changed it, if one did, and the operators' rules for errors. */
export interface EndedBy {
  readonly outcome?: OutcomeKind | undefined;
  readonly gsmRule: FindGsmRule;
}

/**
 * Never the processor's code, of which there is no end: the connectors' and the operators' rules map it to the interface's
 * `StandardisedCode`.
 */
function errorClassOf(attempt: Attempt, { outcome, gsmRule }: EndedBy): string {
  // Absent: the processor knows of no such operation, so nothing had reached it.
  if (outcome === 'not_sent' || outcome === 'absent') return 'not_sent';
  return standardisedCodeOf(attempt, { gsmRule }, 'merchant') ?? 'other';
}

/** Counts the attempts whose authorization a change of a payment ended; undefined where it ended none. Call it after the commit. */
export function countEndedAttempts(
  before: Payment | undefined,
  after: Payment,
  by: EndedBy,
  metrics: Pick<Metrics, 'countAttemptEnded'> = processMetrics,
): (() => void) | undefined {
  const ended: AttemptEndedLabels[] = [];
  for (const attempt of after.attempts) {
    const result = results[attempt.state];
    if (!result) continue;
    const earlier = before?.attempts.find(({ id }) => id === attempt.id)?.state ?? 'authorizing';
    if (!openStates.has(earlier)) continue;
    const connector = accountOf(attempt)?.connector ?? 'none';
    const paymentMethod = attempt.method?.paymentMethod ?? 'none';
    const errorClass = result === 'declined' ? errorClassOf(attempt, by) : 'none';
    ended.push({ connector, paymentMethod, result, errorClass });
  }
  return ended.length === 0 ? undefined : () => ended.forEach((labels) => metrics.countAttemptEnded(labels));
}
