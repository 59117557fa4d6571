import { InvariantError } from '@payorch/kernel';
import { persist, type Persistence } from './persist';

const failing = (faults: readonly Error[]) => {
  const left = [...faults];
  return jest.fn(async () => {
    const fault = left.shift();
    if (fault) throw fault;
  });
};
const away = new Error('away');
const odd = new Error('odd');

const run = (overrides: Partial<Persistence>) => {
  const park = jest.fn(async (_cause: string) => undefined);
  const options = {
    work: failing([]),
    park,
    attempts: 3,
    isTransient: (error: Error) => error === away,
    isOver: () => false,
    signal: new AbortController().signal,
    onFault: () => undefined,
    ...overrides,
  };
  return { ...options, done: persist(options) };
};

describe('persist', () => {
  it('waits a fault of the world out, without counting it', async () => {
    const { work, park, done } = run({ work: failing([away, away, away, odd, odd]) });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(6);
    expect(park).not.toHaveBeenCalled();
  });

  it('parks after some attempts, and tries until that succeeds', async () => {
    const park = failing([odd]);
    const { work, done } = run({ work: failing([odd, odd, odd, odd]), park });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(3);
    expect(park.mock.calls).toEqual([['Error: odd'], ['Error: odd']]);
  });

  it('parks a bug at once', async () => {
    const { work, park, done } = run({ work: failing([new InvariantError('impossible')]) });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(1);
    expect(park).toHaveBeenCalledWith('InvariantError: impossible');
  });

  it('leaves work undone that is no longer ours', async () => {
    const over = new AbortController();
    const work = jest.fn(async () => {
      over.abort();
      throw away;
    });
    const { park, done } = run({ work, isOver: () => over.signal.aborted, signal: over.signal });
    expect(await done).toBe(false);
    expect(work).toHaveBeenCalledTimes(1);
    expect(park).not.toHaveBeenCalled();
  });
});
