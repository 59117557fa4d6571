import type { AppProcess } from '@payorch/harness';
import { readFileSync } from 'node:fs';

/** Whether SIGSTOP has stopped a process and SIGCONT has not resumed it. */
export const isStopped = ({ pid }: AppProcess): boolean =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
