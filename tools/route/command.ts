import type { Writable } from 'node:stream';

export interface Output {
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
}

/** What a user can put right: every problem, a line each. */
export class CommandError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'CommandError';
  }
}
