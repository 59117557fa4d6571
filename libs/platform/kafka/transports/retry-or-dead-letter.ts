import { errorText } from '@payorch/platform/telemetry';
import { InvariantError } from '@payorch/kernel';
import { backoffMs, pause } from '../client/backoff';

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

/** Not the message of a foreign error: it may quote the message that failed. */
const causeOf = (error: Error): string => {
  const text = errorText(error);
  const rest = text.startsWith(error.name) ? text.slice(error.name.length).trim() : text;
  return rest === '' ? error.name : `${error.name}: ${rest}`;
};

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
  let deadLetterCause: string | null = null;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      await (deadLetterCause === null ? work() : deadLetter(deadLetterCause));
      return true;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      onFault(error, attempt);
      if (isOver()) return false;
      if (!isTransient(error)) failures++;
      const isPermanent = error instanceof InvariantError || failures >= attempts;
      if (deadLetterCause === null && isPermanent) deadLetterCause = causeOf(error);
      else await pause(backoffMs(attempt, 5_000), signal);
      if (isOver()) return false;
    }
  }
}
