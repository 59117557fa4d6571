/** 50 ms, doubled with every attempt up to `capMs`, and a quarter off at random so that many do not come back at once. */
export const backoffMs = (attempt: number, capMs = 1_000): number =>
  Math.min(capMs, 50 * 2 ** Math.min(attempt, 10)) * (1 - Math.random() / 4);

/** Waits, or returns early when aborted. */
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

/** True when `work` settled within the time. */
export const settlesWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settle = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settle, settle);
  });
