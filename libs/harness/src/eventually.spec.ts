import { eventually } from './eventually';

const shortly = { withinMs: 30, everyMs: 1 };

it('eventually returns what the check finds, also at a later attempt', async () => {
  let tries = 0;
  expect(await eventually(() => (++tries === 3 ? 'found' : undefined), shortly)).toBe('found');
});

it('eventually retries a check that throws', async () => {
  let tries = 0;
  const check = () => {
    if (++tries < 3) throw new Error('not yet');
    return 0;
  };
  expect(await eventually(check, shortly)).toBe(0);
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
