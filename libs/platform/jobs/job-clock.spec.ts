import { JobClock } from './job-clock';

describe('the clock of due jobs', () => {
  let now: number;
  let clock: JobClock;
  beforeEach(() => {
    now = 0;
    clock = new JobClock({ pollMs: 200, lookMs: 1_000 }, () => now);
  });
  const isTimeAt = (ms: number): boolean => {
    now = ms;
    return clock.isTime();
  };

  it('asks at the start, and then now and then for jobs that somebody else wrote', () => {
    expect(isTimeAt(0)).toBe(true);
    clock.asked(null);
    expect([999, 1_000].map(isTimeAt)).toEqual([false, true]);
  });

  it('asks when the next known job becomes due, but no more often than it polls', () => {
    clock.asked(500);
    expect([499, 500].map(isTimeAt)).toEqual([false, true]);
    clock.asked(3);
    expect([699, 700].map(isTimeAt)).toEqual([false, true]);
  });

  it('asks for a job that this service wrote when that one is due', () => {
    clock.asked(null);
    clock.expect([400, 900]);
    expect([399, 400].map(isTimeAt)).toEqual([false, true]);
  });

  it('is not put off by a job that is due later', () => {
    clock.asked(300);
    clock.expect([5_000]);
    expect(isTimeAt(300)).toBe(true);
  });

  it('asks at once where there may be more', () => {
    clock.asked(null);
    clock.askSoon();
    expect(isTimeAt(0)).toBe(true);
  });
});
