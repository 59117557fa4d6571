import { createHmac } from 'node:crypto';
import { backoffMs } from './retry-schedule';
import { signWebhook } from './signature';

it('signs the time and the body', () => {
  const expected = createHmac('sha256', 'whsec').update('1700000000.{"a":1}').digest('hex');
  expect(signWebhook('{"a":1}', 'whsec', 1_700_000_000_999)).toBe(`t=1700000000,v1=${expected}`);
});

it('waits twice as long after each failure, five times', () => {
  expect([1, 2, 3, 4, 5, 6].map((failed) => backoffMs(failed, 1000))).toEqual([
    1000,
    2000,
    4000,
    8000,
    16_000,
    undefined,
  ]);
});
