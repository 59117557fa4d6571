import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for what happens in its own time: asks until `check` neither throws nor gives `undefined` or `false`, and fails with
 * its last complaint.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 10_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const end = performance.now() + withinMs;
  let complaint: unknown = new Error(`did not come true within ${withinMs} ms`);
  do {
    try {
      const found = await check();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      complaint = error;
    }
    await sleep(everyMs);
  } while (performance.now() < end);
  throw complaint;
}
