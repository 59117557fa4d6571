import type { Attempt } from '../attempt';
import type { Payment } from '../payment';
import { openVoid } from '../post-capture-void';
import type { Event } from './outcome-rules';

/**
 * Whether a webhook or a sync reports that the attempt's only capture failed, after it was reported as charged. Neither the answer
 * of the call, which is older, nor a report that an operator has judged counts, nor one beside a post-capture void under way,
 * whose outcome says what became of the money. The failure of an authorization contradicts no capture: it comes late.
 */
export function contradicts(
  { id, facts }: Attempt<'charged' | 'partial_charged'>,
  payment: Payment,
  { flow, source, operationId, outcome }: Event,
): boolean {
  if (flow !== 'capture' || source === 'call' || outcome.kind !== 'declined' || facts.isUpheld) return false;
  const capture = payment.captures.find(({ operation }) => operation === operationId);
  return capture?.attemptId === id && capture.status === 'charged' && openVoid(payment) === undefined;
}
