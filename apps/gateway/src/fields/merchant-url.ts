import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';

const controlOrBlank = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/;

/** Whether a merchant's URL may be stored: absolute http or https, without user part, control characters and blanks. */
export function isMerchantUrl(text: string): boolean {
  if (controlOrBlank.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname !== '';
}

/** Refuses fields with invalid URLs; absent and null fields pass. */
export const checkMerchantUrls = (fields: Readonly<Record<string, string | null | undefined>>): Refusal | undefined =>
  joinRefusals(
    Object.entries(fields)
      .filter(([, url]) => typeof url === 'string' && !isMerchantUrl(url))
      .map(([field]) => refuse('invalid_format', { field, expected: 'a valid http or https URL' })),
  );
