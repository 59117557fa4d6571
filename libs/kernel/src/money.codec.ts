import type { MinorUnits } from './money';
import { minorUnits } from './money';

/** The one place where amounts cross between JSON, where they are integers, and memory, where they are `bigint`. */
export const minorUnitsFromJson = (value: number): MinorUnits => minorUnits(BigInt(value));
export const minorUnitsToJson = (amount: MinorUnits): number => Number(amount);
/** The Postgres driver hands `bigint` columns over as text. */
export const minorUnitsFromColumn = (text: string): MinorUnits => minorUnits(BigInt(text));
