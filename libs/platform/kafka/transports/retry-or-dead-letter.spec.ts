import { InvariantError } from '@payorch/kernel';
import { retryOrDeadLetter, type RetryOptions } from './retry-or-dead-letter';

const failing = (faults: readonly Error[]) => {
  const left = [...faults];
  return jest.fn(async () => {
    const fault = left.shift();
    if (fault) throw fault;
  });
};
const away = new Error('away');
const odd = new Error('odd');

const run = (overrides: Partial<RetryOptions>) => {
  const deadLetter = jest.fn(async (_cause: string) => undefined);
  const options = {
    work: failing([]),
    deadLetter,
    attempts: 3,
    isTransient: (error: Error) => error === away,
    isOver: () => false,
    signal: new AbortController().signal,
    onFault: () => undefined,
    ...overrides,
  };
  return { ...options, done: retryOrDeadLetter(options) };
};

describe('retryOrDeadLetter', () => {
  it('a transient fault is retried without being counted', async () => {
    const { work, deadLetter, done } = run({ work: failing([away, away, away, odd, odd]) });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(6);
    expect(deadLetter).not.toHaveBeenCalled();
  });

  it('work is dead-lettered after some attempts, and dead-lettering is retried until it succeeds', async () => {
    const deadLetter = failing([odd]);
    const { work, done } = run({ work: failing([odd, odd, odd, odd]), deadLetter });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(3);
    expect(deadLetter.mock.calls).toEqual([['Error'], ['Error']]);
  });

  it('a bug is dead-lettered at once', async () => {
    const { work, deadLetter, done } = run({ work: failing([new InvariantError('impossible')]) });
    expect(await done).toBe(true);
    expect(work).toHaveBeenCalledTimes(1);
    expect(deadLetter).toHaveBeenCalledWith('InvariantError: impossible');
  });

  it('work that another member has taken over is left undone', async () => {
    const over = new AbortController();
    const work = jest.fn(async () => {
      over.abort();
      throw away;
    });
    const { deadLetter, done } = run({ work, isOver: () => over.signal.aborted, signal: over.signal });
    expect(await done).toBe(false);
    expect(work).toHaveBeenCalledTimes(1);
    expect(deadLetter).not.toHaveBeenCalled();
  });
});
