import { setTimeout as sleep } from 'node:timers/promises';

/** Of the time that a check has waited: the next look is due after this part of it, but after at most so many ms. */
const partOfWait = 1 / 20;
const longestPauseMs = 500;

/**
 * Repeats `check` until it neither throws nor returns `undefined`, `null` or `false`: at first every `everyMs`, then ever more rarely,
 * since a look costs a service its time and a long wait needs no exact end. After `withinMs` it throws the last error of the check.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 10_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const begun = performance.now();
  const waited = (): number => performance.now() - begun;
  let lastError: unknown = new Error(`did not come true within ${withinMs} ms`);
  do {
    try {
      const found = await check();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    await sleep(Math.max(everyMs, Math.min(waited() * partOfWait, longestPauseMs)));
  } while (waited() < withinMs);
  throw lastError;
}
