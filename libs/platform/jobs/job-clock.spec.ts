import { JobClock } from './job-clock';

describe('the clock of due jobs', () => {
  let now: number;
  let clock: JobClock;
  beforeEach(() => {
    now = 0;
    clock = new JobClock({ pollMs: 200, idleQueryMs: 1_000 }, () => now);
  });
  const isTimeAt = (ms: number): boolean => {
    now = ms;
    return clock.isTime();
  };

  it('the clock queries at the start, and at the idle interval for jobs that another instance wrote', () => {
    expect(isTimeAt(0)).toBe(true);
    clock.queried(null);
    expect([999, 1_000].map(isTimeAt)).toEqual([false, true]);
  });

  it('the clock queries when the next known job becomes due, but not more often than the poll interval', () => {
    clock.queried(500);
    expect([499, 500].map(isTimeAt)).toEqual([false, true]);
    clock.queried(3);
    expect([699, 700].map(isTimeAt)).toEqual([false, true]);
  });

  it('the clock queries for a job of this service when that job is due', () => {
    clock.queried(null);
    clock.expect([400, 900]);
    expect([399, 400].map(isTimeAt)).toEqual([false, true]);
  });

  it('a job that is due later does not delay the next query', () => {
    clock.queried(300);
    clock.expect([5_000]);
    expect(isTimeAt(300)).toBe(true);
  });

  it('the clock queries at once if there may be more jobs', () => {
    clock.queried(null);
    clock.queryNow();
    expect(isTimeAt(0)).toBe(true);
  });
});
