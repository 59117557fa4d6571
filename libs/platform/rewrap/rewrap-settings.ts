import { durationMs, integer, keysReloadEveryMs, publicKeys } from '@payorch/platform/config';
import type { SealWalkOptions } from './seal-walk';

/** What an owner of seals is told by its environment. */
export const rewrapSettings = {
  /** The workers' public keys: what names another one than the first is sealed anew. */
  sealingPublicKeys: publicKeys('SEALING_PUBLIC_KEYS'),
  keysReloadEveryMs: keysReloadEveryMs(),
  /** How fast stored rows are looked through while keys turn. */
  rewrapRowsPerSecond: integer('REWRAP_ROWS_PER_SECOND', { fallback: 1_000, min: 1, max: 100_000 }),
  /** After a pass that found seals of older keys: workers answer meanwhile. */
  rewrapAgainMs: durationMs('REWRAP_AGAIN_AFTER', 5_000, { min: 100 }),
  /** After a pass that found none, as long as an older key is still in the list. */
  rewrapRestMs: durationMs('REWRAP_REST', 6 * 3_600_000, { min: 100 }),
};

export interface RewrapTimes {
  readonly keysReloadEveryMs: number;
  readonly rewrapRowsPerSecond: number;
  readonly rewrapAgainMs: number;
  readonly rewrapRestMs: number;
}

const pageRows = 100;

/** The pace of a walk, as its job and its passes take it. */
export const paceOf = ({ rewrapRowsPerSecond, rewrapAgainMs, rewrapRestMs, keysReloadEveryMs }: RewrapTimes) => ({
  walk: { pageRows, againMs: rewrapAgainMs, restMs: rewrapRestMs } satisfies Omit<SealWalkOptions, 'tables'>,
  job: { pageEveryMs: (1_000 * pageRows) / rewrapRowsPerSecond, everyMs: Math.min(keysReloadEveryMs, rewrapAgainMs) },
});
