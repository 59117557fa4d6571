import { followFile, type Setting } from '@payorch/platform/config';
import type { Logger } from '@payorch/platform/telemetry';
import { z } from 'zod';
import { type ForexRates, forexRatesText } from './domain/forex-rates';

/** Rates, or `none`. A union would hide what is wrong with the rates. */
const ratesOrNone = z.string().transform((text, context): ForexRates | null => {
  if (text === 'none') return null;
  const read = forexRatesText.safeParse(text);
  if (read.success) return read.data;
  for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** FOREX_RATES: the operator's rates, in general from the file that FOREX_RATES_FILE names. */
export const forexRates = (): Setting<ForexRates | null> => ({
  variable: 'FOREX_RATES',
  schema: ratesOrNone,
  example: '{"base_currency": "USD", "timestamp": 1767607200, "rates": {"EUR": "0.92"}}',
  secret: false,
  fallback: 'none',
});

/** Replaces the rates when the file of FOREX_RATES_FILE changes. Returns the function that ends it. */
export const followForexRates = (
  current: { replace(rates: ForexRates | null): void },
  { logger, everyMs }: { readonly logger: Logger; readonly everyMs: number },
): (() => void) =>
  followFile(forexRates(), {
    env: process.env,
    everyMs,
    onChange: (rates) => current.replace(rates),
    onFault: (error) => logger.error({ error }, 'forex rates cannot be read; the previous ones stay in use'),
  });
