import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `check` until it returns a truthy value. Undefined after `withinMs`, or when the promise `ended` resolves. */
export async function until(check, { withinMs, everyMs = 50, ended }) {
  let over = false;
  void ended?.then(() => (over = true));
  for (const end = performance.now() + withinMs; performance.now() < end && !over; await sleep(everyMs)) {
    const found = await check();
    if (found) return found;
  }
  return undefined;
}
