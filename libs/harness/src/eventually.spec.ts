import { eventually } from './eventually';

const shortly = { withinMs: 30, everyMs: 1 };
/** However busy the machine is. */
const often = { everyMs: 1 };

it('eventually returns what the check finds, also at a later attempt', async () => {
  let tries = 0;
  expect(await eventually(() => (++tries === 3 ? 'found' : undefined), often)).toBe('found');
});

it('eventually retries a check that throws', async () => {
  let tries = 0;
  const check = () => {
    if (++tries < 3) throw new Error('not yet');
    return 0;
  };
  expect(await eventually(check, often)).toBe(0);
});

it('eventually fails with the last error of the check', async () => {
  await expect(
    eventually(() => {
      throw new Error('still three');
    }, shortly),
  ).rejects.toThrow('still three');
});

it('eventually fails when the check finds nothing in time', async () => {
  await expect(eventually(() => false, shortly)).rejects.toThrow('did not come true within 30 ms');
});

it('eventually looks ever more rarely', async () => {
  let tries = 0;
  const never = () => ((tries += 1), false);
  await expect(eventually(never, { withinMs: 400, everyMs: 1 })).rejects.toThrow();
  // At the same pace it would look about 350 times.
  expect(tries).toBeLessThan(150);
});
