import type { MinorUnits } from './money';
import { minorUnits } from './money';

/** Converts amounts between JSON (integers) and memory (`bigint`); no other code does. */
export const minorUnitsFromJson = (value: number): MinorUnits => minorUnits(BigInt(value));
export const minorUnitsToJson = (amount: MinorUnits): number => Number(amount);
/** The Postgres driver returns `bigint` columns as text. */
export const minorUnitsFromColumn = (text: string): MinorUnits => minorUnits(BigInt(text));
