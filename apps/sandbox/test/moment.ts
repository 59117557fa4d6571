import type { Moment } from '../src/kit/moment';

export const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Sequential ids: `pay_1`, `dummy_attempt_2`. */
export function aMoment(): Moment {
  let count = 0;
  return { nowMs, newId: (prefix) => `${prefix}_${++count}` };
}
