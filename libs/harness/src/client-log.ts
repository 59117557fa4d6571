/** What a client did to a payment. */
export type Action = 'create' | 'confirm' | 'capture' | 'cancel' | 'retrieve';

/** One call of a client and what it learnt: `unknown` is a 5xx, or no answer at all; `fail` any other refusal. */
export interface LogEntry {
  readonly action: Action;
  readonly paymentId: string;
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** Null where no answer came. */
  readonly httpStatus: number | null;
  /** The payment's status in an answer that is ok; else the code of the error. */
  readonly said: string;
  /** Since the load began. */
  readonly atMs: number;
  readonly tookMs: number;
}

/** Statuses of one rank may follow each other; a higher one never goes back. All others are ends. */
const ranks: Readonly<Record<string, number>> = {
  requires_payment_method: 0,
  requires_confirmation: 0,
  requires_customer_action: 1,
  processing: 1,
  requires_capture: 1,
};
const theEnd = 2;
const rankOf = (status: string): number => ranks[status] ?? theEnd;

/** Whether a payment that showed one status may show the other from then on. */
export const mayFollow = (before: string, after: string): boolean =>
  before === after || (rankOf(before) < theEnd && rankOf(after) >= rankOf(before));

/**
 * Where the system contradicts itself: a payment that was acknowledged and is gone, or that shows an earlier state than it
 * did. `now` is what each payment shows at the end. A line each; a client asks about one payment in one order.
 */
export function contradictions(log: readonly LogEntry[], now: ReadonlyMap<string, string>): string[] {
  const last = new Map<string, string>();
  const found: string[] = [];
  for (const { paymentId, action, outcome, said, httpStatus } of log) {
    const before = last.get(paymentId);
    if (outcome === 'ok') {
      if (before !== undefined && !mayFollow(before, said))
        found.push(`${paymentId}: ${action} ${before}, then ${said}`);
      last.set(paymentId, said);
    } else if (before !== undefined && httpStatus === 404) found.push(`${paymentId}: ${before}, then not found`);
  }
  for (const [paymentId, before] of last) {
    const after = now.get(paymentId);
    if (after === undefined) found.push(`${paymentId}: ${before}, in the end not there`);
    else if (!mayFollow(before, after)) found.push(`${paymentId}: ${before}, in the end ${after}`);
  }
  return found;
}

/** How often each answer came: `{ 'ok 200': 312, 'unknown 503 IR_00': 4 }`. */
export function tally(log: readonly LogEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome, httpStatus, said } of log) {
    const name = outcome === 'ok' ? `ok ${httpStatus}` : `${outcome} ${httpStatus ?? 'no answer'} ${said}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
