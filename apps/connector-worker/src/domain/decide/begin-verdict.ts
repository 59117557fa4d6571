import type { AccountRef } from '@payorch/contracts';

export interface AuthorizationRoute {
  readonly account: AccountRef;
  readonly fallbacks: readonly AccountRef[];
}

/** forbid: the operation may not begin; it goes to one of these accounts instead, best first. */
export type BeginVerdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'no_other_account' }
  | { readonly kind: 'forbid'; readonly instead: readonly AccountRef[] };

/**
 * Decides about an authorization that no worker has begun. While workers consume the lane of its account, it waits. It is
 * forbidden only if they consume that of a fallback account.
 */
export function beginVerdict(
  { account, fallbacks }: AuthorizationRoute,
  hasWorker: (account: AccountRef) => boolean,
): BeginVerdict {
  if (hasWorker(account)) return { kind: 'waiting' };
  const instead = fallbacks.filter(hasWorker);
  return instead.length === 0 ? { kind: 'no_other_account' } : { kind: 'forbid', instead };
}
