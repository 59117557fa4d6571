import type { Json, JsonObject } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

export const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

export const nonEmpty = (value: Json | undefined): string | null => textOf(value) || null;

/** An amount that a report can have: the interface also accepts others. */
export const reportedAmount = (value: Json | undefined): MinorUnits | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? minorUnits(BigInt(value)) : null;
