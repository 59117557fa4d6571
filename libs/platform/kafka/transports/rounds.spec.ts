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
  it('items of one turn form one batch, and items that arrive during a batch form the next', async () => {
    const { opened, open } = gate();
    const batches: number[][] = [];
    const { rounds } = openRounds({
      handle: async (batch) => {
        batches.push([...batch]);
        if (batches.length === 1) await opened;
      },
    });
    const early = Promise.all([rounds.add([1, 2]), rounds.add([3])]);
    await new Promise(setImmediate);
    const late = Promise.all([rounds.add([4]), rounds.add([5, 6])]);
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

  it('too many items are cut into several batches, in order', async () => {
    const { rounds, batches } = openRounds({ maxBatch: 3 });
    expect(await Promise.all([rounds.add([1, 2]), rounds.add([3, 4, 5, 6, 7])])).toEqual([true, true]);
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('a failed batch is retried unchanged, before any other work', async () => {
    const tried: number[][] = [];
    const { rounds, faults } = openRounds({
      handle: async (batch) => {
        tried.push([...batch]);
        if (tried.length < 3) throw new Error(`fault ${tried.length}`);
      },
    });
    const first = rounds.add([1]);
    await new Promise(setImmediate);
    const second = rounds.add([2]);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(tried).toEqual([[1], [1], [1], [2]]);
    expect(faults).toEqual(['fault 1', 'fault 2']);
  });

  it('a batch is prepared first, and waits until the preparation succeeds', async () => {
    const steps: string[] = [];
    let failures = 1;
    const { rounds } = openRounds({
      prepare: async () => {
        if (failures-- > 0) throw new Error('not yet');
        steps.push('prepared');
      },
      handle: async () => void steps.push('handled'),
    });
    await rounds.add([1]);
    await rounds.add([2]);
    expect(steps).toEqual(['prepared', 'handled', 'prepared', 'handled']);
  });

  it('local items join a batch, run alone in a requested round, and are skipped if their source fails', async () => {
    let local: number[] | Error = [90];
    const { rounds, batches, faults } = openRounds({
      localItems: async () => {
        if (local instanceof Error) throw local;
        return local;
      },
    });
    await rounds.add([1]);
    local = [91];
    rounds.requestRound();
    await new Promise(setImmediate);
    local = new Error('no jobs');
    await rounds.add([2]);
    expect(batches).toEqual([[1, 90], [91], [2]]);
    expect(faults).toEqual(['no jobs']);
  });

  it('abandon ends failing and waiting work, and the running batch is finished', async () => {
    const { opened, open } = gate();
    const { rounds } = openRounds({ handle: () => opened });
    const handled = rounds.add([1]);
    await new Promise(setImmediate);
    const waiting = rounds.add([2]);
    rounds.abandon();
    expect(await waiting).toBe(false);
    expect(await rounds.add([3])).toBe(false);
    open();
    expect(await handled).toBe(true);
  });

  it('abandon ends a failing batch, and resume accepts work again', async () => {
    let isBroken = true;
    const { rounds } = openRounds({
      handle: () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()),
    });
    const failing = rounds.add([1]);
    await new Promise(setImmediate);
    rounds.abandon();
    expect(await failing).toBe(false);
    isBroken = false;
    rounds.resume();
    expect(await rounds.add([1])).toBe(true);
  });

  it('close returns whether the last batch ended in time, and later items are refused', async () => {
    const { opened, open } = gate();
    const { rounds } = openRounds({ handle: () => opened });
    const last = rounds.add([1]);
    await new Promise(setImmediate);
    expect(await rounds.close(10)).toBe(false);
    open();
    expect(await last).toBe(true);
    expect(await rounds.close(10)).toBe(true);
    rounds.resume();
    expect(await rounds.add([2])).toBe(false);
  });
});
