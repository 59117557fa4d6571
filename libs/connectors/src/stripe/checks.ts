import type { WireChecks } from './wire';

/** The checks that were made, in Stripe's words (pass, fail, unavailable, unchecked); nothing where none was. */
export function checksOf(checks: WireChecks): { checks?: Record<string, string> } {
  const made = Object.entries(checks ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return made.length === 0 ? {} : { checks: Object.fromEntries(made) };
}
