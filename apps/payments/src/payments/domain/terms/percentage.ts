import type { MinorUnits } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';

/** `percentage` of an amount in minor units, rounded half up. A percentage has at most two decimals, so it is a whole number of hundredths. */
export const percentageOf = (amount: MinorUnits, percentage: number): MinorUnits =>
  minorUnits((amount * BigInt(Math.round(percentage * 100)) + 5_000n) / 10_000n);
