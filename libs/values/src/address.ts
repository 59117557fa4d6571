import type { Json } from './json';

/** The country of a billing or shipping address in a message: `{address: {country}}`. */
export function countryOf(part: Json | undefined): string | null {
  if (typeof part !== 'object' || part === null || !('address' in part)) return null;
  const { address } = part;
  if (typeof address !== 'object' || address === null || !('country' in address)) return null;
  return typeof address.country === 'string' ? address.country : null;
}
