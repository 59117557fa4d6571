import type { AppProcess } from '@payorch/harness';
import { readFileSync } from 'node:fs';

/** Whether a process was stopped by SIGSTOP, and not gone on since. */
export const isStopped = ({ pid }: AppProcess): boolean =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));
