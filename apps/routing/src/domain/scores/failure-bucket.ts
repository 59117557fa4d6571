import type { EliminationConfig } from '@payorch/contracts';

/** A leaky bucket of failures. `level` holds at `since` (Unix milliseconds); from then on one failure leaks with each interval. */
export interface FailureBucket {
  readonly level: number;
  readonly since: number;
}

export const emptyBucket: FailureBucket = { level: 0, since: 0 };

type Sizes = Pick<EliminationConfig, 'bucketSize' | 'bucketLeakIntervalInSecs'>;

/** The bucket at a time. A part of an interval has not leaked yet. */
function leaked({ level, since }: FailureBucket, now: number, { bucketLeakIntervalInSecs }: Sizes): FailureBucket {
  const intervalMs = bucketLeakIntervalInSecs * 1_000;
  const intervals = intervalMs > 0 ? Math.max(0, Math.floor((now - since) / intervalMs)) : level;
  return intervals >= level
    ? { level: 0, since: now }
    : { level: level - intervals, since: since + intervals * intervalMs };
}

/**
 * The bucket with one more result. A failure adds one, and an approval takes one out, so only an account that mostly fails
 * fills it, at any rate of payments. A full bucket overflows: a long outage leaks away as fast as a short one.
 */
export function withOutcome(
  bucket: FailureBucket,
  { isFailure, at }: { readonly isFailure: boolean; readonly at: number },
  sizes: Sizes,
): FailureBucket {
  const { level, since } = leaked(bucket, at, sizes);
  return { level: isFailure ? Math.min(level + 1, Math.max(1, sizes.bucketSize)) : Math.max(0, level - 1), since };
}

export const isFull = (bucket: FailureBucket, now: number, sizes: Sizes): boolean =>
  leaked(bucket, now, sizes).level >= Math.max(1, sizes.bucketSize);
