import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until `check` gives something; `ended` (a promise) cuts the wait short. Undefined on both ways out. */
export async function until(check, { withinMs, everyMs = 50, ended }) {
  let over = false;
  void ended?.then(() => (over = true));
  for (const end = performance.now() + withinMs; performance.now() < end && !over; await sleep(everyMs)) {
    const found = await check();
    if (found) return found;
  }
  return undefined;
}
