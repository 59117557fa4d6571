import { unreachableStates } from '@payorch/kernel';
import fc from 'fast-check';
import { deliveryMachine } from '../delivery.machine';
import { parseSchedule } from '../retry-schedule';
import type { AttemptResult } from './after-attempt';
import { afterAttempt, retryAfterMs } from './after-attempt';

const policy = {
  delaysMs: parseSchedule('60,2x300,5x600,5x3600,3x21600')!,
  overloadedPauseMs: 10_000,
  maxRetryAfterMs: 86_400_000,
};
const answer = (status: number | null, rest: Partial<AttemptResult> = {}): AttemptResult => ({
  status,
  error: null,
  retryAfterMs: null,
  ...rest,
});

describe('after a try', () => {
  it.each([200, 201, 204, 299])('%i ends the delivery', (status) => {
    expect(afterAttempt(answer(status), 3, policy, 0)).toEqual({ event: 'accepted', delayMs: null, pauseMs: 0 });
  });

  it.each([null, 199, 301, 302, 400, 401, 404, 429, 500, 503])('%s is tried again', (status) => {
    expect(afterAttempt(answer(status), 0, policy, 0)).toMatchObject({ event: 'failed', delayMs: 60_000 });
  });

  it('410 ends it for good, at the first try as at the last', () => {
    expect(afterAttempt(answer(410), 0, policy, 0).event).toBe('gone');
    expect(afterAttempt(answer(410), 16, policy, 0).event).toBe('gone');
  });

  it('makes sixteen retries over more than a day, then gives up', () => {
    const delays = Array.from(
      { length: 16 },
      (_, failed) => afterAttempt(answer(500), failed, policy, 0).delayMs! / 1000,
    );
    expect(delays).toEqual([60, 300, 300, 600, 600, 600, 600, 600, 3600, 3600, 3600, 3600, 3600, 21600, 21600, 21600]);
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(24 * 3600 - 1800);
    expect(afterAttempt(answer(500), 16, policy, 0)).toMatchObject({ event: 'exhausted', delayMs: null });
  });

  it.each([429, 502, 503, 504])('%i leaves the whole endpoint alone for a while', (status) => {
    expect(afterAttempt(answer(status), 0, policy, 0).pauseMs).toBe(10_000);
    expect(afterAttempt(answer(status, { retryAfterMs: 90_000 }), 0, policy, 0)).toEqual({
      event: 'failed',
      delayMs: 90_000,
      pauseMs: 90_000,
    });
  });

  it('waits as long as any answer asks, but not for ever', () => {
    expect(afterAttempt(answer(400, { retryAfterMs: 120_000 }), 0, policy, 0)).toMatchObject({
      delayMs: 120_000,
      pauseMs: 0,
    });
    expect(afterAttempt(answer(503, { retryAfterMs: 1e12 }), 0, policy, 0).delayMs).toBe(86_400_000);
  });

  it('is never earlier than scheduled, and no more than a tenth later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.double({ min: 0, max: 1, noNaN: true }), (failed, random) => {
        const { delayMs } = afterAttempt(answer(500), failed, policy, random);
        expect(delayMs).toBeGreaterThanOrEqual(policy.delaysMs[failed]!);
        expect(delayMs).toBeLessThanOrEqual(policy.delaysMs[failed]! * 1.1 + 1);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  it.each([
    ['120', 120_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Thu, 01 Jan 2020 00:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
    [['7', '9'], 7_000],
  ])('%j is %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('the schedule', () => {
  it.each(['', 'x', '60,', '60;300', '2x', '-1', '1e9'])('%j is none', (text) => {
    expect(parseSchedule(text)).toBeUndefined();
  });

  it('takes parts of seconds', () => {
    expect(parseSchedule('0.05, 2x0.1')).toEqual([50, 100, 100]);
  });
});

it('has no state that cannot be reached', () => {
  expect(unreachableStates(deliveryMachine, 'waiting')).toEqual([]);
});
