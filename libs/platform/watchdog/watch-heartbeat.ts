export interface WatchOptions {
  /** A counter that the event loop increments. */
  readonly beats: Int32Array;
  readonly service: string;
  readonly everyMs: number;
  readonly timeoutMs: number;
}

/**
 * Runs in the watchdog's thread, as text: it may use nothing but its arguments. Between two checks at most the planned
 * interval counts: a process that was stopped and continued does not hang. Time in which the main thread waited for a
 * CPU counts one third, so that CPU starvation by other processes does not look like a hang.
 */
export function watchHeartbeat({ beats, service, everyMs, timeoutMs }: WatchOptions, require: NodeJS.Require): void {
  const { readFileSync, write } = require('node:fs') as typeof import('node:fs');
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  const { pid } = process;
  const textOf = (file: string): string => {
    try {
      return readFileSync(`/proc/self/task/${pid}/${file}`, 'utf8').trim();
    } catch {
      return '';
    }
  };
  /** Total time the main thread has waited for a CPU; 0 if the system does not report it. */
  const starvedMs = (): number => Number(textOf('schedstat').split(' ')[1] ?? 0) / 1e6;
  const counted = (passedMs: number, starvedSince: number): number => {
    const due = Math.min(passedMs, everyMs);
    return Math.max(due / 3, due - starvedSince);
  };
  const report = (stoppedMs: number): string => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    return JSON.stringify({
      level: 'fatal',
      time: new Date().toISOString(),
      service,
      pid,
      message: 'the event loop stopped: aborting the process',
      stoppedMs: Math.round(stoppedMs),
      // R: it uses the CPU; S: it waits, and wchan names the reason.
      threadState: / (\w) /.exec(textOf('stat').replace(/^.*\)/, ''))?.[1],
      waitsIn: textOf('wchan'),
      uptimeSeconds: Math.round(process.uptime()),
      cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e6),
      rssMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
      mostRssMiB: Math.round(maxRSS / 2 ** 10),
    });
  };
  const abort = (): void => {
    process.kill(pid, 'SIGABRT');
    // The first process of a container ignores signals from inside; a real fault ends it anyway.
    setTimeout(() => {
      setFlagsFromString('--allow-natives-syntax');
      new Function('%SystemBreak()')();
    }, 250);
  };

  let [seen, missedMs, at, starved] = [Atomics.load(beats, 0), 0, performance.now(), starvedMs()];
  const timer = setInterval(() => {
    const [now, waited, beat] = [performance.now(), starvedMs(), Atomics.load(beats, 0)];
    const [passedMs, starvedSince] = [now - at, waited - starved];
    [at, starved] = [now, waited];
    missedMs = beat === seen ? missedMs + counted(passedMs, starvedSince) : 0;
    seen = beat;
    if (missedMs < timeoutMs) return;
    clearInterval(timer);
    // The reader of our output may be gone, which may be why the loop stopped: attempt the line, but do not wait for
    // it.
    setTimeout(abort, 500);
    write(1, `${report(missedMs)}\n`, abort);
  }, everyMs);
}
