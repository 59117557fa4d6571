import { FileSlots } from './file-slots';

it('files beyond the limits of a merchant or of all are refused until others have ended, however they ended', async () => {
  const slots = new FileSlots({ all: 3, ofMerchant: 2 });
  const ends: (() => void)[] = [];
  const begin = (merchant: string, isFailing = false) =>
    slots.within(merchant, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      if (isFailing) throw new Error('failed');
      return 'done';
    });
  const overloaded = expect.objectContaining({ code: 'overloaded' });
  const [first, second] = [begin('acme'), begin('acme', true)];
  expect(await begin('acme')).toEqual(overloaded);
  const third = begin('other');
  expect(await begin('third')).toEqual(overloaded);
  for (const end of ends) end();
  expect(await first).toBe('done');
  await expect(second).rejects.toThrow('failed');
  expect(await third).toBe('done');
  const again = [begin('acme'), begin('acme'), begin('third')];
  for (const end of ends) end();
  expect(await Promise.all(again)).toEqual(['done', 'done', 'done']);
});
