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
 * Decides about an authorization that no worker has begun, by the connectors that have workers. While its own connector has
 * workers, the authorization waits. It is forbidden only if a fallback account's connector has workers.
 */
export function beginVerdict({ account, fallbacks }: AuthorizationRoute, present: ReadonlySet<string>): BeginVerdict {
  if (present.has(account.connector)) return { kind: 'waiting' };
  const instead = fallbacks.filter(({ connector }) => present.has(connector));
  return instead.length === 0 ? { kind: 'no_other_account' } : { kind: 'forbid', instead };
}
