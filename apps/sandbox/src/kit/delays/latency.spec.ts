import { latencyMs } from './latency';

it('the latency is fixed, or the one of the reference', () => {
  expect(latencyMs({ kind: 'fixed', ms: 70 }, 'payment', Math.random)).toBe(70);
  expect([0, 1].map((end) => latencyMs({ kind: 'reference' }, 'payment', () => end))).toEqual([900, 1100]);
  expect([0, 1].map((end) => latencyMs({ kind: 'reference' }, 'lookup', () => end))).toEqual([400, 600]);
});
