import type { Ours, Period, Theirs } from './records';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How far before and after a window the processor's list is read: its clock, and the time between our row and its object. */
export const marginMs = hourMs;

/** Days of UTC, the first and the last cut to the period. */
export function daysOf({ from, till }: Period): Period[] {
  const days: Period[] = [];
  for (let at = from; at < till;) {
    const end = Math.min(till, (Math.floor(at / dayMs) + 1) * dayMs);
    days.push({ from: at, till: end });
    at = end;
  }
  return days;
}

export const widened = ({ from, till }: Period, byMs: number): Period => ({ from: from - byMs, till: till + byMs });

/**
 * Whether the comparison of another window of the run sees a record of ours together with one of the processor's: ours is created in that
 * window, theirs in it or within its margin.
 */
export function isSeenElsewhere(ours: Ours, theirs: Theirs, windows: readonly Period[], window: Period): boolean {
  const at = Date.parse(ours.createdAt);
  const own = windows.find(({ from, till }) => from <= at && at < till);
  if (!own || own.from === window.from) return false;
  const { from, till } = widened(own, marginMs);
  const there = Date.parse(theirs.createdAt);
  return from <= there && there < till;
}
