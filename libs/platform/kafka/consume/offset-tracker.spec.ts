import fc from 'fast-check';
import { OffsetTracker } from './offset-tracker';

describe('OffsetTracker', () => {
  it('the tracker never passes an unfinished offset, and passes all finished ones before it, in whatever order they finish', () => {
    const offsets = fc.uniqueArray(fc.nat(60), { minLength: 1 }).map((list) => list.sort((a, b) => a - b));
    const plan = offsets.chain((begun) => fc.tuple(fc.constant(begun), fc.shuffledSubarray(begun)));
    fc.assert(
      fc.property(plan, ([begun, finished]) => {
        const tracker = new OffsetTracker(BigInt(begun[0]!));
        for (const offset of begun) expect(tracker.begin(BigInt(offset))).toBe(true);
        const done = new Set<number>();
        let next = BigInt(begun[0]!);
        for (const offset of finished) {
          done.add(offset);
          tracker.done(BigInt(offset));
          next = tracker.takeProgress() ?? next;
          const lowest = begun.find((other) => !done.has(other));
          const leading = begun.filter((other) => done.has(other) && (lowest === undefined || other < lowest));
          expect(next).toBe(leading.length > 0 ? BigInt(leading.at(-1)!) + 1n : BigInt(begun[0]!));
        }
      }),
    );
  });

  it('the tracker recognizes an offset that it has begun already', () => {
    const tracker = new OffsetTracker(10n);
    expect(tracker.begin(10n)).toBe(true);
    expect(tracker.begin(10n)).toBe(false);
    tracker.done(10n);
    expect(tracker.begin(10n)).toBe(false);
    expect(tracker.begin(11n)).toBe(true);
    expect(tracker.span).toBe(1);
  });

  it('the tracker skips offsets without messages only if no offset before them is unfinished', () => {
    const tracker = new OffsetTracker(5n);
    tracker.begin(5n);
    tracker.skipTo(9n);
    expect(tracker.takeProgress()).toBeNull();
    tracker.done(5n);
    tracker.skipTo(9n);
    expect(tracker.takeProgress()).toBe(9n);
    expect(tracker.takeProgress()).toBeNull();
    tracker.skipTo(7n);
    expect(tracker.takeProgress()).toBeNull();
  });
});
