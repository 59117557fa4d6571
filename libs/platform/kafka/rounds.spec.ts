import { Rounds, type RoundsOptions } from './rounds';

function openRounds(overrides: Partial<RoundsOptions<number>> = {}) {
  const batches: number[][] = [];
  const faults: string[] = [];
  const rounds = new Rounds<number>({
    maxBatch: 100,
    prepare: async () => undefined,
    localItems: async () => [],
    handle: async (batch) => void batches.push([...batch]),
    onFault: ({ message }) => void faults.push(message),
    ...overrides,
  });
  return { rounds, batches, faults };
}

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('Rounds', () => {
  it('makes one batch of what is offered in one turn, and one of what comes during it', async () => {
    const { opened, open } = gate();
    const batches: number[][] = [];
    const { rounds } = openRounds({
      handle: async (batch) => {
        batches.push([...batch]);
        if (batches.length === 1) await opened;
      },
    });
    const early = Promise.all([rounds.offer([1, 2]), rounds.offer([3])]);
    await new Promise(setImmediate);
    const late = Promise.all([rounds.offer([4]), rounds.offer([5, 6])]);
    await new Promise(setImmediate);
    expect(batches).toEqual([[1, 2, 3]]);
    open();
    expect(await early).toEqual([true, true]);
    expect(await late).toEqual([true, true]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it('cuts what is too much into several batches, in order', async () => {
    const { rounds, batches } = openRounds({ maxBatch: 3 });
    expect(await Promise.all([rounds.offer([1, 2]), rounds.offer([3, 4, 5, 6, 7])])).toEqual([true, true]);
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('tries a failed batch again as it was, before anything else', async () => {
    const tried: number[][] = [];
    const { rounds, faults } = openRounds({
      handle: async (batch) => {
        tried.push([...batch]);
        if (tried.length < 3) throw new Error(`fault ${tried.length}`);
      },
    });
    const first = rounds.offer([1]);
    await new Promise(setImmediate);
    const second = rounds.offer([2]);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(tried).toEqual([[1], [1], [1], [2]]);
    expect(faults).toEqual(['fault 1', 'fault 2']);
  });

  it('prepares before each batch and waits until that succeeds', async () => {
    const steps: string[] = [];
    let failures = 1;
    const { rounds } = openRounds({
      prepare: async () => {
        if (failures-- > 0) throw new Error('not yet');
        steps.push('prepared');
      },
      handle: async () => void steps.push('handled'),
    });
    await rounds.offer([1]);
    await rounds.offer([2]);
    expect(steps).toEqual(['prepared', 'handled', 'prepared', 'handled']);
  });

  it('adds local items to a batch, runs for them alone when poked, and does without them where they fail', async () => {
    let local: number[] | Error = [90];
    const { rounds, batches, faults } = openRounds({
      localItems: async () => {
        if (local instanceof Error) throw local;
        return local;
      },
    });
    await rounds.offer([1]);
    local = [91];
    rounds.poke();
    await new Promise(setImmediate);
    local = new Error('no jobs');
    await rounds.offer([2]);
    expect(batches).toEqual([[1, 90], [91], [2]]);
    expect(faults).toEqual(['no jobs']);
  });

  it('lets go of what fails or waits, and finishes what is being handled', async () => {
    const { opened, open } = gate();
    const { rounds } = openRounds({ handle: () => opened });
    const handled = rounds.offer([1]);
    await new Promise(setImmediate);
    const waiting = rounds.offer([2]);
    rounds.letGo();
    expect(await waiting).toBe(false);
    expect(await rounds.offer([3])).toBe(false);
    open();
    expect(await handled).toBe(true);
  });

  it('gives up a failing batch when let go, and begins anew when resumed', async () => {
    let isBroken = true;
    const { rounds } = openRounds({
      handle: () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()),
    });
    const failing = rounds.offer([1]);
    await new Promise(setImmediate);
    rounds.letGo();
    expect(await failing).toBe(false);
    isBroken = false;
    rounds.resume();
    expect(await rounds.offer([1])).toBe(true);
  });

  it('says whether the last batch ended in time, and takes nothing more', async () => {
    const { opened, open } = gate();
    const { rounds } = openRounds({ handle: () => opened });
    const last = rounds.offer([1]);
    await new Promise(setImmediate);
    expect(await rounds.close(10)).toBe(false);
    open();
    expect(await last).toBe(true);
    expect(await rounds.close(10)).toBe(true);
    rounds.resume();
    expect(await rounds.offer([2])).toBe(false);
  });
});
