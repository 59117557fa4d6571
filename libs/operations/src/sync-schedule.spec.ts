import fc from 'fast-check';
import { afterScheduledSync, afterUnansweredSync, stillUnknownAfterMs, syncDelayMs } from './sync-schedule';

const dayMs = 86_400_000;
const rules = { syncAfterMs: [2_000, 5_000, 15_000], syncsBeforeIncident: 4 };

it('syncs have the listed delays first, then each half as long again, up to a day', () => {
  expect([0, 1, 2, 3, 4].map((round) => syncDelayMs(rules, round))).toEqual([2_000, 5_000, 15_000, 22_500, 33_750]);
  expect(syncDelayMs(rules, 1_000)).toBe(dayMs);
  expect(syncDelayMs({ syncAfterMs: [] }, 0)).toBe(dayMs);
});

it('the syncs before an incident take the sum of their delays', () => {
  expect(stillUnknownAfterMs(rules)).toBe(2_000 + 5_000 + 15_000 + 22_500);
});

it('exactly one scheduled sync of an unknown outcome opens an incident', () => {
  let syncCount = 0;
  const opened = Array.from({ length: 20 }, () => {
    const after = afterScheduledSync(syncCount, rules);
    ({ syncCount } = after);
    return after.isStillUnknown;
  });
  expect(opened.map((isOpened, index) => (isOpened ? index + 1 : 0)).filter((round) => round > 0)).toEqual([4]);
});

it('a sync that did not call the processor does not count, and follows the worker', () => {
  expect(afterUnansweredSync(3, { called: false, syncInMs: 700 }, rules)).toEqual({ syncCount: 2, delayMs: 700 });
  expect(afterUnansweredSync(0, { called: false, syncInMs: 700 }, rules)).toEqual({ syncCount: 0, delayMs: 700 });
});

it('a call without an answer never delays the next sync beyond the list or the time of the worker', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100 }), fc.nat({ max: 1_000_000 }), (syncCount, syncInMs) => {
      const after = afterUnansweredSync(syncCount, { called: true, syncInMs }, rules);
      expect(after.syncCount).toBe(Math.min(syncCount, 2));
      expect(after.delayMs).toBe(Math.min(rules.syncAfterMs[after.syncCount]!, syncInMs));
    }),
  );
});
