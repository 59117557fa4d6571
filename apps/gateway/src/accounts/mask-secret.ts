import type { Json } from '@payorch/contracts';

/** What may be shown of a secret again: its first and last two characters, and none of it up to a length of four. */
export function maskSecret(secret: string): string {
  if (secret.length <= 4) return '*'.repeat(secret.length);
  return `${secret.slice(0, 2)}${'*'.repeat(secret.length - 4)}${secret.slice(-2)}`;
}

/** The same for every value of a map, its names left readable. */
export const maskValues = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, maskSecret(secret)]));

/** The same for every text in JSON, however deep; numbers and flags are no secrets. */
export function maskDeep(json: Json): Json {
  if (typeof json === 'string') return maskSecret(json);
  if (Array.isArray(json)) return json.map(maskDeep);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, maskDeep(value)]));
}
