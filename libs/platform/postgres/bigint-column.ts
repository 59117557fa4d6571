import type { ValueTransformer } from 'typeorm';

/**
 * For every `bigint` column: the driver returns text, because a JavaScript number would lose digits. In memory the
 * values are `bigint`, so that an amount never passes through a float.
 */
export const bigintColumn: ValueTransformer = {
  from: (stored: string | null | undefined): bigint | null | undefined =>
    typeof stored === 'string' ? BigInt(stored) : stored,
  to: (value: bigint | null | undefined): string | null | undefined =>
    typeof value === 'bigint' ? value.toString() : value,
};
