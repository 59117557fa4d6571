import { backoffMs } from './retry-schedule';

it('the wait doubles after each failure, five times', () => {
  expect([1, 2, 3, 4, 5, 6].map((failed) => backoffMs(failed, 1000))).toEqual([
    1000,
    2000,
    4000,
    8000,
    16_000,
    undefined,
  ]);
});
