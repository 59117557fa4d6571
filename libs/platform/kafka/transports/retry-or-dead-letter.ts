import { InvariantError } from '@payorch/kernel';
import { backoffMs, pause } from '../client/backoff';
import { deadLetterCause } from '../messages/dead-letter';

export interface RetryOptions {
  readonly work: () => Promise<void>;
  /** Dead-letters the work; its own faults are retried. */
  readonly deadLetter: (cause: string) => Promise<void>;
  readonly attempts: number;
  readonly isTransient: (error: Error) => boolean;
  /** Whether another member does the work, or this one after a restart. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  readonly onFault: (error: Error, attempt: number) => void;
}

/**
 * Retries until the work is done or dead-lettered, and returns whether it is. Retries a transient fault without a
 * limit, dead-letters a bug at once and any other fault after `attempts`.
 */
export async function retryOrDeadLetter({
  work,
  deadLetter,
  attempts,
  isTransient,
  isOver,
  signal,
  onFault,
}: RetryOptions): Promise<boolean> {
  let cause: string | null = null;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      await (cause === null ? work() : deadLetter(cause));
      return true;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      onFault(error, attempt);
      if (isOver()) return false;
      if (!isTransient(error)) failures++;
      const isPermanent = error instanceof InvariantError || failures >= attempts;
      if (cause === null && isPermanent) cause = deadLetterCause(error);
      else await pause(backoffMs(attempt, 5_000), signal);
      if (isOver()) return false;
    }
  }
}
