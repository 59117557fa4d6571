import { InvariantError } from '@payorch/kernel';
import { backoffMs, pause } from './backoff';

export interface Persistence {
  readonly work: () => Promise<void>;
  /** Puts the work where somebody will look at it; its own faults are tried again. */
  readonly park: (cause: string) => Promise<void>;
  readonly attempts: number;
  readonly isTransient: (error: Error) => boolean;
  /** Somebody else will do it, or we will after a restart. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  readonly onFault: (error: Error, attempt: number) => void;
}

const causeOf = (error: Error): string => `${error.name}: ${error.message}`;

/**
 * Tries until the work is done or parked, and says whether it is. A fault of the world is waited out however long it takes,
 * a bug is parked at once, anything else after some attempts.
 */
export async function persist({
  work,
  park,
  attempts,
  isTransient,
  isOver,
  signal,
  onFault,
}: Persistence): Promise<boolean> {
  let parkedFor: string | null = null;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      await (parkedFor === null ? work() : park(parkedFor));
      return true;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      onFault(error, attempt);
      if (isOver()) return false;
      if (!isTransient(error)) failures++;
      const isHopeless = error instanceof InvariantError || failures >= attempts;
      if (parkedFor === null && isHopeless) parkedFor = causeOf(error);
      else await pause(backoffMs(attempt, 5_000), signal);
      if (isOver()) return false;
    }
  }
}
