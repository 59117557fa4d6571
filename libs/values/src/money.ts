import type { Currency, MinorUnits } from '@payorch/kernel';
import { currencies, minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import { z } from 'zod';

/** An integer in JSON, a `bigint` in memory. */
export const minorUnitsWire = z.codec(z.int().min(0), z.custom<MinorUnits>(), {
  decode: minorUnitsFromJson,
  encode: minorUnitsToJson,
});
export const currencyWire = z.enum(currencies as [Currency, ...Currency[]]);
export const moneyWire = z.object({
  amount: minorUnitsWire.describe('In minor units of the currency, for example cents.'),
  currency: currencyWire.describe('ISO 4217 code.'),
});
