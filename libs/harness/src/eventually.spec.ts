import { eventually } from './eventually';

const shortly = { withinMs: 30, everyMs: 1 };

it('gives what the check finds, also at a later try', async () => {
  let tries = 0;
  expect(await eventually(() => (++tries === 3 ? 'found' : undefined), shortly)).toBe('found');
});

it('takes a thrown complaint for not yet', async () => {
  let tries = 0;
  const check = () => {
    if (++tries < 3) throw new Error('not yet');
    return 0;
  };
  expect(await eventually(check, shortly)).toBe(0);
});

it('fails with the last complaint', async () => {
  await expect(
    eventually(() => {
      throw new Error('still three');
    }, shortly),
  ).rejects.toThrow('still three');
});

it('fails when nothing is found', async () => {
  await expect(eventually(() => false, shortly)).rejects.toThrow('did not come true within 30 ms');
});
