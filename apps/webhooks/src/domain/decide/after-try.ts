import type { EventOf } from '@payorch/kernel';
import type { deliveryMachine } from '../delivery.machine';

/** What one try came to. A status of null: no answer that counts. */
export interface TryResult {
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

export interface RetryPolicy {
  readonly delaysMs: readonly number[];
  /** An endpoint that says it is overloaded is left alone for so long, unless it names a time itself. */
  readonly overloadedPauseMs: number;
  readonly longestRetryAfterMs: number;
}

export interface AfterTry {
  readonly event: EventOf<typeof deliveryMachine, 'waiting'>;
  /** Until the next try; null where there is none. */
  readonly delayMs: number | null;
  /** How long nothing at all is sent to this endpoint. */
  readonly pauseMs: number;
}

const overloaded: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);
/** Spreads the retries of many events that failed together. */
const jitter = 0.1;

/**
 * Decides what follows a try. `failedBefore` counts the failed tries of this delivery; `random` is 0 to 1 and only
 * lengthens a delay, so that no retry is earlier than the schedule says.
 */
export function afterTry(result: TryResult, failedBefore: number, policy: RetryPolicy, random: number): AfterTry {
  const { status } = result;
  if (status !== null && status >= 200 && status < 300) return { event: 'accepted', delayMs: null, pauseMs: 0 };
  if (status === 410) return { event: 'gone', delayMs: null, pauseMs: 0 };

  const asked = Math.min(result.retryAfterMs ?? 0, policy.longestRetryAfterMs);
  const pauseMs = overloaded.has(status) ? asked || policy.overloadedPauseMs : 0;
  const scheduled = policy.delaysMs[failedBefore];
  if (scheduled === undefined) return { event: 'exhausted', delayMs: null, pauseMs };
  const delayMs = Math.round(Math.max(scheduled, asked, pauseMs) * (1 + random * jitter));
  return { event: 'failed', delayMs, pauseMs };
}

/** `Retry-After` in milliseconds: whole seconds, or a date counted from `now`. Null where it says nothing. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // The parser of dates takes almost any text for one; those of HTTP begin with the day's name.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
