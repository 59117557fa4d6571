import { setImmediate as turn } from 'node:timers/promises';
import { GatheredReads } from './gathered-reads';

const values = (keys: readonly string[]) => new Map(keys.map((key) => [key, `value of ${key}`]));

describe('gathered reads', () => {
  it('read the keys of one turn together, each key once', async () => {
    const read: (readonly string[])[] = [];
    const reads = new GatheredReads(async (keys) => {
      read.push(keys);
      return values(keys);
    });
    const answers = await Promise.all(['a', 'b', 'a'].map((key) => reads.read(key)));
    expect(answers).toEqual(['value of a', 'value of b', 'value of a']);
    expect(read).toEqual([['a', 'b']]);
  });

  it('answer undefined for a key that has nothing', async () => {
    const reads = new GatheredReads(async () => values(['other']));
    expect(await reads.read('a')).toBeUndefined();
  });

  it('gather while two reads run, and never answer a key from a read that began before it', async () => {
    const begun: { readonly keys: readonly string[]; readonly end: () => void }[] = [];
    const reads = new GatheredReads<string>(
      (keys) => new Promise((resolve) => void begun.push({ keys, end: () => resolve(values(keys)) })),
    );
    const answers = [];
    for (const key of ['a', 'b', 'c', 'a', 'd']) {
      answers.push(reads.read(key));
      await turn();
    }
    expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    begun[0]!.end();
    await answers[0];
    // The next read begins in the turn after the one in which an earlier read ended.
    await turn();
    await turn();
    expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'a', 'd']]);
    for (const { end } of begun) end();
    expect(await Promise.all(answers)).toHaveLength(5);
  });

  it('do not wait for reads that hang', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const begun: (readonly string[])[] = [];
      const reads = new GatheredReads<string>((keys) => {
        begun.push(keys);
        return keys.includes('hangs') ? new Promise(() => undefined) : Promise.resolve(values(keys));
      });
      for (let count = 0; count < 2; count += 1) {
        void reads.read('hangs');
        await turn();
      }
      const answer = reads.read('a');
      await turn();
      expect(begun).toEqual([['hangs'], ['hangs']]);
      jest.advanceTimersByTime(1_000);
      expect(await answer).toBe('value of a');
      expect(begun).toEqual([['hangs'], ['hangs'], ['a']]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leave connections to others when every read hangs', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      let begun = 0;
      const reads = new GatheredReads<string>(() => {
        begun += 1;
        return new Promise(() => undefined);
      });
      for (let second = 0; second < 10; second += 1) {
        for (let count = 0; count < 3; count += 1) {
          void reads.read('hangs');
          await turn();
        }
        jest.advanceTimersByTime(1_000);
      }
      expect(begun).toBe(4);
    } finally {
      jest.useRealTimers();
    }
  });

  it('read at most 64 keys with one statement', async () => {
    const sizes: number[] = [];
    const reads = new GatheredReads(async (keys) => {
      sizes.push(keys.length);
      return values(keys);
    });
    await Promise.all(Array.from({ length: 150 }, (_, key) => reads.read(String(key))));
    expect(sizes).toEqual([64, 64, 22]);
  });

  it('repeat a failed read for each key alone: only the faulty one fails', async () => {
    const read: (readonly string[])[] = [];
    const reads = new GatheredReads(async (keys) => {
      read.push(keys);
      if (keys.includes('bad')) throw new Error('no merchant id');
      return values(keys);
    });
    const answers = await Promise.allSettled(['a', 'bad', 'b'].map((key) => reads.read(key)));
    expect(answers).toEqual([
      { status: 'fulfilled', value: 'value of a' },
      { status: 'rejected', reason: new Error('no merchant id') },
      { status: 'fulfilled', value: 'value of b' },
    ]);
    expect(read).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('fail together after a transient fault: an unavailable database gets no further reads', async () => {
    const unavailable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    let count = 0;
    const reads = new GatheredReads(async () => {
      count += 1;
      throw unavailable;
    });
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((key) => reads.read(key)));
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: unavailable })));
    expect(count).toBe(1);
  });
});
