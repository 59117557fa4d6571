import type { AppProcess } from '@payorch/harness';
import { readFileSync } from 'node:fs';

/** Whether a process was stopped by SIGSTOP, and not gone on since. */
export const isStopped = ({ pid }: AppProcess): boolean =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));

/** Whether a process runs: one that has ended and waits to be collected does not. */
export function lives(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
