import { durationMs, integer, keysReloadEveryMs, publicKeys } from '@payorch/platform/config';
import type { WalkPace } from './seal-walk';

/** The environment variables of a service that walks over its sealed rows. */
export const walkSettings = {
  keysReloadEveryMs: keysReloadEveryMs(),
  /** The pace of the search through stored rows during a key rotation. */
  rewrapRowsPerSecond: integer('REWRAP_ROWS_PER_SECOND', { fallback: 1_000, min: 1, max: 100_000 }),
  /** The pause after a pass that found seals of older keys, in which workers reply and writers end. */
  rewrapAgainMs: durationMs('REWRAP_AGAIN_AFTER', 5_000, { min: 100 }),
  /** The pause after a pass that found none: seals for workers while an older key is in the list, rows once. */
  rewrapRestMs: durationMs('REWRAP_REST', 6 * 3_600_000, { min: 100 }),
};

/** The environment variables of an owner of seals for workers. */
export const rewrapSettings = {
  ...walkSettings,
  /** The workers' public keys: seals of every key but the first are sealed again. */
  sealingPublicKeys: publicKeys('SEALING_PUBLIC_KEYS'),
};

export interface RewrapTimes {
  readonly keysReloadEveryMs: number;
  readonly rewrapRowsPerSecond: number;
  readonly rewrapAgainMs: number;
  readonly rewrapRestMs: number;
}

const pageRows = 100;

/** The pace of a walk, as its job and its passes use it. */
export const paceOf = ({ rewrapRowsPerSecond, rewrapAgainMs, rewrapRestMs, keysReloadEveryMs }: RewrapTimes) => ({
  walk: { pageRows, againMs: rewrapAgainMs, restMs: rewrapRestMs } satisfies WalkPace,
  job: { pageEveryMs: (1_000 * pageRows) / rewrapRowsPerSecond, everyMs: Math.min(keysReloadEveryMs, rewrapAgainMs) },
});
