import { ReadThrough } from './read-through';

const options = { refreshAfterMs: 100, maxAgeMs: 200, maxEntries: 2 };

/** A source whose value changes with each read, and a clock that the test sets. */
function source() {
  let now = 1_000;
  let reads = 0;
  const values = new Map<string, string>([
    ['a', 'first'],
    ['b', 'other'],
    ['c', 'third'],
  ]);
  const cache = new ReadThrough<string>(
    (key) => {
      reads++;
      return Promise.resolve(values.get(key));
    },
    { ...options, now: () => now },
  );
  return { cache, values, reads: () => reads, pass: (ms: number) => (now += ms) };
}

describe('ReadThrough', () => {
  it('a young value is read once', async () => {
    const { cache, reads, pass } = source();
    await cache.get('a');
    pass(99);
    expect(await cache.get('a')).toBe('first');
    expect(reads()).toBe(1);
  });

  it('an older value is returned at once and refreshed in the background', async () => {
    const { cache, values, reads, pass } = source();
    await cache.get('a');
    values.set('a', 'second');
    pass(150);
    expect(await cache.get('a')).toBe('first');
    await new Promise(setImmediate);
    expect(await cache.get('a')).toBe('second');
    expect(reads()).toBe(2);
  });

  it('a value over its maximum age is read before it is returned', async () => {
    const { cache, values, pass } = source();
    await cache.get('a');
    values.delete('a');
    pass(200);
    expect(await cache.get('a')).toBeUndefined();
  });

  it('missing values are not cached', async () => {
    const { cache, values } = source();
    expect(await cache.get('new')).toBeUndefined();
    values.set('new', 'here');
    expect(await cache.get('new')).toBe('here');
  });

  it('concurrent misses share one read', async () => {
    const { cache, reads } = source();
    await Promise.all(Array.from({ length: 50 }, () => cache.get('a')));
    expect(reads()).toBe(1);
  });

  it('a read that began before an eviction is not cached', async () => {
    let answer: (value: string) => void = () => undefined;
    let value = 'old';
    const cache = new ReadThrough<string>(() => new Promise((resolve) => (answer = resolve)), {
      ...options,
      now: () => 0,
    });
    const early = cache.get('a');
    const answerEarly = answer;
    cache.forget('a');
    value = 'new';
    const late = cache.get('a');
    answer(value);
    answerEarly('old');
    expect([await early, await late, await cache.get('a')]).toEqual(['old', 'new', 'new']);
  });

  it('a failed refresh leaves the value until its maximum age', async () => {
    let now = 0;
    let isAway = false;
    const cache = new ReadThrough<string>(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('x')), {
      ...options,
      now: () => now,
    });
    await cache.get('a');
    isAway = true;
    now = 150;
    expect(await cache.get('a')).toBe('x');
    now = 250;
    await expect(cache.get('a')).rejects.toThrow('away');
  });

  it('the cache has a maximum size', async () => {
    const { cache, reads } = source();
    for (const key of ['a', 'b', 'c']) await cache.get(key);
    await cache.get('a');
    expect(reads()).toBe(4);
  });
});
