import type { Writable } from 'node:stream';

const [cells, everyMs] = [30, 100];

export interface ProgressBar {
  /** Draws at most ten times a second, and only on a terminal. */
  show(done: number, all: number): void;
  clear(): void;
}

export function progressBar(out: Writable & { readonly isTTY?: boolean }, now: () => number = Date.now): ProgressBar {
  let drawnAt = -Infinity;
  return {
    show(done, all) {
      if (!out.isTTY || all <= 0 || now() - drawnAt < everyMs) return;
      drawnAt = now();
      const share = Math.min(1, done / all);
      const full = Math.floor(share * cells);
      out.write(`\r[${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${Math.floor(share * 100)} %\u001b[K`);
    },
    clear() {
      if (drawnAt > -Infinity) out.write('\r\u001b[K');
    },
  };
}
