import { MicroBatch } from './micro-batch';

describe('a micro-batch', () => {
  /** A store whose writes end when the test ends them. */
  const slowStore = () => {
    const batches: (readonly number[])[] = [];
    const ends: (() => void)[] = [];
    const write = (items: readonly number[]) => {
      batches.push(items);
      return new Promise<number[]>((resolve) => ends.push(() => resolve(items.map((item) => item * 10))));
    };
    return { batches, ends, write };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('a batch has the items of one turn, and the next batch those that arrived during the write', async () => {
    const { batches, ends, write } = slowStore();
    const batch = new MicroBatch(write);
    const first = [batch.add(1), batch.add(2)];
    await turn();
    const second = [batch.add(3), batch.add(4)];
    await turn();
    expect(batches).toEqual([[1, 2]]);
    ends[0]!();
    expect(await Promise.all(first)).toEqual([10, 20]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    ends[1]!();
    expect(await Promise.all(second)).toEqual([30, 40]);
  });

  it('a batch is never larger than its maximum', async () => {
    const sizes: number[] = [];
    const write = async (items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    };
    const batch = new MicroBatch(write, 2);
    await Promise.all([1, 2, 3, 4, 5].map((item) => batch.add(item)));
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('a failed batch rejects all its items, and the next batch is written', async () => {
    let isBroken = true;
    const batch = new MicroBatch<number, number>(async (items) => {
      if (isBroken) throw new Error('broken');
      return items;
    });
    const failed = await Promise.allSettled([batch.add(1), batch.add(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await batch.add(3)).toBe(3);
  });
});
