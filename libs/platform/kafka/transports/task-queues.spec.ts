import fc from 'fast-check';
import { eventually } from '@payorch/harness';
import { TaskQueues } from './task-queues';

interface Task {
  readonly id: number;
  readonly key: string | null;
  readonly queue: string;
}

/** TaskQueues whose tasks end when the spec ends them. */
function openLanes(cap: number) {
  const running = new Map<number, () => void>();
  const begun: Task[] = [];
  const taken = new Map<string, number>();
  const take = ({ queue }: Task, change: number) => taken.set(queue, (taken.get(queue) ?? 0) + change);
  const queues = new TaskQueues<Task>({
    queueOf: ({ queue }) => queue,
    turnOf: (task) => {
      if ((taken.get(task.queue) ?? 0) >= cap) return undefined;
      take(task, 1);
      return { end: () => void take(task, -1) };
    },
    run: (task) => {
      begun.push(task);
      return new Promise((resolve) => running.set(task.id, resolve));
    },
    onRoom: () => undefined,
  });
  const add = (task: Task) => queues.add(task.key, task);
  const finish = async (id: number) => {
    running.get(id)!();
    running.delete(id);
    await new Promise(setImmediate);
  };
  return { queues, begun, running, add, finish };
}

const task = (id: number, key: string | null, queue = 'queue'): Task => ({ id, key, queue });

describe('TaskQueues', () => {
  it('the queues preserve the order of each key and never exceed a cap, whichever task ends first', async () => {
    const tasks = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', null), queue: fc.constantFrom('x', 'y') }));
    await fc.assert(
      fc.asyncProperty(tasks, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat()), async (list, cap, picks) => {
        const { queues, begun, running, add, finish } = openLanes(cap);
        // The tasks of one key may belong to different queues, for example a charge and a sync of one payment.
        list.forEach(({ key, queue }, id) => add({ id, queue, key }));
        while (running.size > 0) {
          for (const { running: count } of queues.load().values()) expect(count).toBeLessThanOrEqual(cap);
          const ids = [...running.keys()];
          await finish(ids[picks.next().value! % ids.length]!);
        }
        expect(begun).toHaveLength(list.length);
        for (const key of new Set(begun.map((each) => each.key))) {
          const ids = begun.filter((each) => each.key === key).map(({ id }) => id);
          if (key !== null) expect(ids).toEqual([...ids].sort((a, b) => a - b));
        }
        for (const load of queues.load().values()) expect(load).toMatchObject({ running: 0, queued: 0 });
      }),
      { numRuns: 50 },
    );
  });

  it('paused queues begin nothing, and dropped tasks never begin', async () => {
    const { queues, begun, running, add, finish } = openLanes(10);
    add(task(1, 'a'));
    queues.pause();
    [task(2, 'a'), task(3, 'b'), task(4, null), task(5, null), task(6, 'a')].forEach(add);
    expect(begun.map(({ id }) => id)).toEqual([1]);
    expect(queues.queued('queue')).toBe(5);
    queues.drop(({ id }) => id === 2 || id === 4);
    expect(queues.queued('queue')).toBe(3);
    await finish(1);
    expect(begun).toHaveLength(1);
    queues.resume();
    expect(begun.map(({ id }) => id).sort()).toEqual([1, 3, 5, 6]);
    for (const id of [...running.keys()]) await finish(id);
    await queues.idle();
    expect(queues.queued('queue')).toBe(0);
  });

  it('a queue without turns does not block others, and is retried in time', async () => {
    let isOpen = false;
    const begun: string[] = [];
    const queues = new TaskQueues<Task>({
      queueOf: ({ queue }) => queue,
      turnOf: ({ queue }) => (queue === 'shut' && !isOpen ? undefined : { end: () => undefined }),
      run: async ({ queue }) => void begun.push(queue),
      onRoom: () => undefined,
      retryEveryMs: 5,
    });
    const add = (task: Task) => queues.add(task.key, task);
    [task(1, 'a', 'shut'), task(2, 'b', 'open'), task(3, 'a', 'open')].forEach(add);
    expect(begun).toEqual(['open']);
    expect([queues.queued('shut'), queues.totalQueued]).toEqual([1, 2]);
    isOpen = true;
    await eventually(() => begun.length === 3);
    expect(begun).toEqual(['open', 'shut', 'open']);
    expect(queues.load().size).toBe(0);
  });

  it('free turns go to the waiting queues one after the other', async () => {
    let free = 0;
    const begun: string[] = [];
    const queues = new TaskQueues<Task>({
      queueOf: ({ queue }) => queue,
      turnOf: () => (free > 0 ? { end: () => void (free -= 1) } : undefined),
      run: async ({ queue }) => {
        begun.push(queue);
        free -= 1;
      },
      onRoom: () => undefined,
    });
    for (let id = 0; id < 6; id += 1) queues.add(null, task(id, null, id < 4 ? 'x' : 'y'));
    free = 4;
    queues.resume();
    expect(begun.slice(0, 4).sort()).toEqual(['x', 'x', 'y', 'y']);
  });

  it('a key accepts new tasks after its waiting ones were dropped', async () => {
    const { queues, begun, add, finish } = openLanes(1);
    [task(1, 'a'), task(2, 'b')].forEach(add);
    queues.drop(({ id }) => id === 2);
    add(task(3, 'b'));
    await finish(1);
    expect(begun.map(({ id }) => id)).toEqual([1, 3]);
  });
});
