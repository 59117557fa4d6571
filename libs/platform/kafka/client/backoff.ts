/**
 * 50 ms, doubled with every attempt up to `capMs`, minus up to a quarter at random, so that many callers do not retry
 * at the same time.
 */
export const backoffMs = (attempt: number, capMs = 1_000): number =>
  Math.min(capMs, 50 * 2 ** Math.min(attempt, 10)) * (1 - Math.random() / 4);

/** Waits `ms`, or returns early when aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake, { once: true });
  });

/** True if `work` settles within `ms`. */
export const settlesWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settle = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
