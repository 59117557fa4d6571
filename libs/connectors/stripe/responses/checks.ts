import type { WireChecks } from './wire';

/** The results of the card checks with Stripe's values (pass, fail, unavailable, unchecked); empty without checks. */
export function checksOf(checks: WireChecks): { checks?: Record<string, string> } {
  const made = Object.entries(checks ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return made.length === 0 ? {} : { checks: Object.fromEntries(made) };
}
