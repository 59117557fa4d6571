import { SyncPace } from './sync-pace';

describe('the pace of syncs', () => {
  it('the pace postpones syncs of one account to different times, and of another account to the first time', () => {
    const pace = new SyncPace({ perSecond: 10, longestMs: 60_000 });
    expect([1, 2, 3].map(() => pace.postpone('a', 1_000, 0))).toEqual([1_000, 1_100, 1_200]);
    expect(pace.postpone('b', 1_000, 0)).toBe(1_000);
    expect(pace.postpone('a', 1_000, 5_000)).toBe(1_000);
  });

  it('the pace postpones no sync for longer than longestMs', () => {
    const pace = new SyncPace({ perSecond: 1, longestMs: 3_000 });
    expect([1, 2, 3, 4].map(() => pace.postpone('a', 1_500, 0))).toEqual([1_500, 2_500, 3_000, 3_000]);
  });
});
