import type { MinorUnits } from './money';
import { minorUnits } from './money';

/** Converts amounts between JSON (integers) and memory (`bigint`); no other code does. */
export const minorUnitsFromJson = (value: number): MinorUnits => minorUnits(BigInt(value));
export const minorUnitsToJson = (amount: MinorUnits): number => Number(amount);
/** A `bigint` column: text from the Postgres driver, a number where Postgres put the row into JSON. */
export const minorUnitsFromColumn = (value: string | number): MinorUnits => minorUnits(BigInt(value));
