import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `check` until it neither throws nor returns `undefined`, `null` or `false`. After `withinMs` it throws the last error
 * of the check.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 10_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const end = performance.now() + withinMs;
  let lastError: unknown = new Error(`did not come true within ${withinMs} ms`);
  do {
    try {
      const found = await check();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      lastError = error;
    }
    await sleep(everyMs);
  } while (performance.now() < end);
  throw lastError;
}
