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
const response = (status: number | null, rest: Partial<AttemptResult> = {}): AttemptResult => ({
  status,
  error: null,
  retryAfterMs: null,
  ...rest,
});

describe('a delivery after an attempt', () => {
  it.each([200, 201, 204, 299])('with %i is delivered', (status) => {
    expect(afterAttempt(response(status), 3, policy, 0)).toEqual({ event: 'accepted', delayMs: null, pauseMs: 0 });
  });

  it.each([null, 199, 301, 302, 400, 401, 404, 429, 500, 503])('with %s is retried', (status) => {
    expect(afterAttempt(response(status), 0, policy, 0)).toMatchObject({ event: 'failed', delayMs: 60_000 });
  });

  it('with 410 is disabled, at the first and at the last attempt', () => {
    expect(afterAttempt(response(410), 0, policy, 0).event).toBe('gone');
    expect(afterAttempt(response(410), 16, policy, 0).event).toBe('gone');
  });

  it('is retried sixteen times over more than a day, then given up', () => {
    const delays = Array.from(
      { length: 16 },
      (_, failed) => afterAttempt(response(500), failed, policy, 0).delayMs! / 1000,
    );
    expect(delays).toEqual([60, 300, 300, 600, 600, 600, 600, 600, 3600, 3600, 3600, 3600, 3600, 21600, 21600, 21600]);
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(24 * 3600 - 1800);
    expect(afterAttempt(response(500), 16, policy, 0)).toMatchObject({ event: 'exhausted', delayMs: null });
  });

  it.each([429, 502, 503, 504])('with %i pauses the whole endpoint', (status) => {
    expect(afterAttempt(response(status), 0, policy, 0).pauseMs).toBe(10_000);
    expect(afterAttempt(response(status, { retryAfterMs: 90_000 }), 0, policy, 0)).toEqual({
      event: 'failed',
      delayMs: 90_000,
      pauseMs: 90_000,
    });
  });

  it('is delayed by Retry-After up to a maximum', () => {
    expect(afterAttempt(response(400, { retryAfterMs: 120_000 }), 0, policy, 0)).toMatchObject({
      delayMs: 120_000,
      pauseMs: 0,
    });
    expect(afterAttempt(response(503, { retryAfterMs: 1e12 }), 0, policy, 0).delayMs).toBe(86_400_000);
  });

  it('is retried no earlier than scheduled, and at most a tenth later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.double({ min: 0, max: 1, noNaN: true }), (failed, random) => {
        const { delayMs } = afterAttempt(response(500), failed, policy, random);
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

describe('the retry schedule', () => {
  it.each(['', 'x', '60,', '60;300', '2x', '-1', '1e9'])('%j is invalid', (text) => {
    expect(parseSchedule(text)).toBeUndefined();
  });

  it('accepts fractions of seconds', () => {
    expect(parseSchedule('0.05, 2x0.1')).toEqual([50, 100, 100]);
  });
});

it('the delivery machine has no unreachable state', () => {
  expect(unreachableStates(deliveryMachine, 'waiting')).toEqual([]);
});
