import type { ValueTransformer } from 'typeorm';

/**
 * For every `bigint` column: the driver hands such values over as text, since a JavaScript number would lose digits.
 * In memory they are `bigint`, so that a sum of money can never pass through a float.
 */
export const bigintColumn: ValueTransformer = {
  from: (stored: string | null | undefined): bigint | null | undefined =>
    typeof stored === 'string' ? BigInt(stored) : stored,
  to: (value: bigint | null | undefined): string | null | undefined =>
    typeof value === 'bigint' ? value.toString() : value,
};
