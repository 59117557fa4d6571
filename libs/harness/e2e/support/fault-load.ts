import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type Answer } from '@payorch/harness';

/**
 * Repeats a request until it has an answer: a service that was killed comes back. A creation that was handled before is refused as a
 * duplicate.
 */
export const answered = (send: () => Promise<Answer>): Promise<Answer> =>
  eventually(
    async () => {
      const answer = await send();
      if (answer.status >= 500 || answer.status === 429) throw new Error(`${answer.status} ${answer.text}`);
      return answer;
    },
    { withinMs: 120_000, everyMs: 250 },
  );

/** Work by number, from 0. */
export interface FaultLoad {
  readonly count: number;
  /** Numbers that no client has begun. */
  readonly left: () => number;
  readonly ended: Promise<unknown>;
}

export interface FaultLoadOptions {
  readonly count: number;
  /** Concurrent clients. */
  readonly clients: number;
  /** Number n begins at the earliest after n times this; by default at once. */
  readonly everyMs?: number;
}

/** Clients that do the work of each number. */
export function startFaultLoad(
  { count, clients, everyMs = 0 }: FaultLoadOptions,
  work: (number: number) => Promise<void>,
): FaultLoad {
  const begun = performance.now();
  let next = 0;
  const client = async () => {
    while (next < count) {
      const number = next++;
      await sleep(Math.max(0, begun + number * everyMs - performance.now()));
      await work(number);
    }
  };
  return { count, left: () => count - next, ended: Promise.all(Array.from({ length: clients }, client)) };
}

/** Causes each fault in its part of the load, so that all of them happen under load, and waits for the end of both. */
export async function spreadFaults(load: FaultLoad, faults: readonly (() => Promise<unknown>)[]): Promise<void> {
  const causing = async () => {
    for (const [index, cause] of faults.entries()) {
      while (load.left() > load.count * (1 - (index + 0.5) / faults.length)) await sleep(10);
      await cause();
    }
  };
  await Promise.all([load.ended, causing()]);
}
