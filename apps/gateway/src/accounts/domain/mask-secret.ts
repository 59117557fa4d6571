import type { Json } from '@payorch/contracts';

/** Shows the first and last two characters of a secret, and none of a secret of up to four characters. */
export function maskSecret(secret: string): string {
  if (secret.length <= 4) return '*'.repeat(secret.length);
  return `${secret.slice(0, 2)}${'*'.repeat(secret.length - 4)}${secret.slice(-2)}`;
}

/** Masks every value of a map; its keys stay readable. */
export const maskValues = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, maskSecret(secret)]));

/** Masks every text in JSON at any depth; numbers and booleans are not secrets. */
export function maskDeep(json: Json): Json {
  if (typeof json === 'string') return maskSecret(json);
  if (Array.isArray(json)) return json.map(maskDeep);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, maskDeep(value)]));
}
