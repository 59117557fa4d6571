import type { WireChecks } from './wire';

/** The results of the card checks that were made, with Stripe's values (pass, fail, unavailable, unchecked). */
export function checksOf(checks: WireChecks): { checks?: Record<string, string> } {
  if (!checks) return {};
  const made = Object.entries(checks).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { checks: Object.fromEntries(made) };
}
