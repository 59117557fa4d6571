import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const onLinux = process.platform === 'linux';
const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
let tickMs;

const statOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  } catch {
    return undefined;
  }
};

/** A process and its running descendants: each Postgres session is a separate process. */
export function familyOf(pid) {
  if (!onLinux) return [pid];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(name)?.[1])]);
  const family = [pid];
  for (const member of family) family.push(...parents.filter(([, parent]) => parent === member).map(([one]) => one));
  return family;
}

/** CPU time of a process, its running descendants and its ended children, in ms; undefined outside Linux. */
export function cpuMs(pid) {
  if (!onLinux) return undefined;
  tickMs ??= 1000 / ticksPerSecond();
  const used = familyOf(pid).map((one) => {
    const fields = statOf(one);
    return fields ? fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) : 0;
  });
  return used.reduce((sum, ticks) => sum + ticks, 0) * tickMs;
}

/** Proportional set size of a process and its children, in MiB: shared pages are counted once in total. */
export function memoryMiB(pid) {
  if (!onLinux) return undefined;
  const kib = familyOf(pid).map((one) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}
