import { Worker } from 'node:worker_threads';
import { watchHeartbeat, type WatchOptions } from './watch-heartbeat';

export interface WatchdogOptions {
  /** The name in the log lines. */
  readonly service: string;
  /** An event loop blocked for this time ends the process; 0: no watchdog. */
  readonly timeoutMs: number;
}

export interface Watchdog {
  stop(): Promise<void>;
}

const checksInTimeout = 10;
/** The thread needs a counter and a timer: the default heap of a thread would cost every process 10 MiB. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/**
 * Watches this process's event loop from a thread of its own. A loop that misses its heartbeat for `timeoutMs` cannot
 * recover (a deadlock, an endless loop): the thread writes one log line and aborts the process, and the supervisor
 * restarts it. All durable data is elsewhere, so this costs no more than any other crash.
 */
export function startWatchdog({ service, timeoutMs }: WatchdogOptions): Watchdog {
  if (timeoutMs === 0) return { stop: () => Promise.resolve() };
  const everyMs = Math.max(20, timeoutMs / checksInTimeout);
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const heart = setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref();
  const workerData: WatchOptions = { beats, service, everyMs, timeoutMs };
  // The source of one function, not a file: an app is one bundle, and its thread needs no other code of it.
  const source = `(${watchHeartbeat.toString()})(require('node:worker_threads').workerData, require)`;
  const worker = new Worker(source, { eval: true, workerData, resourceLimits, stdout: false, stderr: false });
  worker.unref();
  return {
    stop: async () => {
      clearInterval(heart);
      await worker.terminate();
    },
  };
}
