import { runRoutingBench } from './bench-routing';

it('the bench of decisions measures both forms of each program', () => {
  const [short, long] = runRoutingBench({ lengths: [1, 200], windowMs: 5 });
  expect([short?.rules, long?.rules]).toEqual([1, 200]);
  for (const { compiledUs, interpretedUs } of [short, long].filter((one) => one !== undefined)) {
    expect(compiledUs).toBeGreaterThan(0);
    expect(interpretedUs).toBeGreaterThan(0);
  }
  // Every decision reads all of its rules.
  expect(long?.interpretedUs).toBeGreaterThan(2 * (short?.interpretedUs ?? NaN));
});
