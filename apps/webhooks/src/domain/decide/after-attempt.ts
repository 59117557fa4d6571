import type { EventOf } from '@payorch/kernel';
import type { deliveryMachine } from '../delivery.machine';
import type { Exchange } from '../exchange';

/** The result of one attempt. `status` is null when no response arrived. */
export interface AttemptResult {
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
  /** What was sent and answered; absent when nothing was sent. */
  readonly exchange?: Exchange;
}

export interface RetryPolicy {
  readonly delaysMs: readonly number[];
  /** Pause of an overloaded endpoint that sends no `Retry-After`. */
  readonly overloadedPauseMs: number;
  readonly maxRetryAfterMs: number;
}

export interface AfterAttempt {
  readonly event: Exclude<EventOf<typeof deliveryMachine, 'waiting'>, 'endpoint_disabled'>;
  /** Delay until the next attempt; null when there is none. */
  readonly delayMs: number | null;
  /** Pause of all deliveries to this endpoint. */
  readonly pauseMs: number;
}

const overloaded: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);
/** Spreads the retries of many events that failed together. */
const jitter = 0.1;

/**
 * Decides what follows an attempt. `failedBefore` counts the failed attempts of this delivery; `random` is 0 to 1 and only
 * lengthens a delay, so that no retry is earlier than scheduled.
 */
export function afterAttempt(
  result: AttemptResult,
  failedBefore: number,
  policy: RetryPolicy,
  random: number,
): AfterAttempt {
  const { status } = result;
  if (status !== null && status >= 200 && status < 300) return { event: 'accepted', delayMs: null, pauseMs: 0 };
  if (status === 410) return { event: 'gone', delayMs: null, pauseMs: 0 };

  const retryAfter = Math.min(result.retryAfterMs ?? 0, policy.maxRetryAfterMs);
  const pauseMs = overloaded.has(status) ? retryAfter || policy.overloadedPauseMs : 0;
  const scheduled = policy.delaysMs[failedBefore];
  if (scheduled === undefined) return { event: 'exhausted', delayMs: null, pauseMs };
  const delayMs = Math.round(Math.max(scheduled, retryAfter, pauseMs) * (1 + random * jitter));
  return { event: 'failed', delayMs, pauseMs };
}

/** `Retry-After` in milliseconds: whole seconds, or a date relative to `now`. Null when the header is absent or invalid. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` accepts almost any text; HTTP dates begin with the name of the day.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
