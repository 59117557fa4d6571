/** The request that a client sent about a payment. */
export type Action = 'create' | 'confirm' | 'capture' | 'cancel' | 'retrieve';

/** One call of a client and its outcome: `unknown` is a 5xx or no answer; `fail` is any other error. */
export interface LogEntry {
  readonly action: Action;
  readonly paymentId: string;
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** The payment's status after a 200; otherwise the error code. */
  readonly result: string;
  /** Milliseconds since the load began. */
  readonly atMs: number;
  readonly tookMs: number;
}

/** Statuses of one rank may follow each other; a payment never returns to a lower rank. Every other status is final. */
const ranks: Readonly<Record<string, number>> = {
  requires_payment_method: 0,
  requires_confirmation: 0,
  requires_customer_action: 1,
  processing: 1,
  requires_capture: 1,
  partially_authorized_and_requires_capture: 1,
  partially_captured_and_capturable: 1,
};
const finalRank = 2;
const rankOf = (status: string): number => ranks[status] ?? finalRank;

/** Whether a payment in status `before` may be in status `after` later. */
export const mayFollow = (before: string, after: string): boolean =>
  before === after || (rankOf(before) < finalRank && rankOf(after) >= rankOf(before));

/**
 * Contradictions in the answers of the system, one line each: an acknowledged payment that no longer exists, or a payment that
 * returned to an earlier state. `now` maps each payment to its final status. One client sends all requests of a payment, in order.
 */
export function contradictions(log: readonly LogEntry[], now: ReadonlyMap<string, string>): string[] {
  const last = new Map<string, string>();
  const found: string[] = [];
  for (const { paymentId, action, outcome, result, httpStatus } of log) {
    const before = last.get(paymentId);
    if (outcome === 'ok') {
      if (before !== undefined && !mayFollow(before, result))
        found.push(`${paymentId}: ${action} ${before}, then ${result}`);
      last.set(paymentId, result);
    } else if (before !== undefined && httpStatus === 404) found.push(`${paymentId}: ${before}, then not found`);
  }
  for (const [paymentId, before] of last) {
    const after = now.get(paymentId);
    if (after === undefined) found.push(`${paymentId}: ${before}, not found at the end`);
    else if (!mayFollow(before, after)) found.push(`${paymentId}: ${before}, at the end ${after}`);
  }
  return found;
}

/** Counts the answers by kind: `{ 'ok 200': 312, 'unknown 503 IR_00': 4 }`. */
export function tally(log: readonly LogEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome, httpStatus, result } of log) {
    const name = outcome === 'ok' ? `ok ${httpStatus}` : `${outcome} ${httpStatus ?? 'no answer'} ${result}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
