import type { AccountRef } from '@payorch/contracts';

export interface BeginQuestion {
  readonly account: AccountRef;
  readonly fallbacks: readonly AccountRef[];
}

/** shut: it goes to one of these accounts instead, best first. */
export type BeginVerdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'shut'; readonly instead: readonly AccountRef[] };

/**
 * What is to become of an authorization that no worker has begun, by the connectors that have workers. While its own has some
 * it waits in a queue; it is shut only where another account has somebody to go to.
 */
export function beginVerdict({ account, fallbacks }: BeginQuestion, present: ReadonlySet<string>): BeginVerdict {
  if (present.has(account.connector)) return { kind: 'waiting' };
  const instead = fallbacks.filter(({ connector }) => present.has(connector));
  return instead.length === 0 ? { kind: 'alone' } : { kind: 'shut', instead };
}
