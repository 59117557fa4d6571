import { refuse, type Refusal } from '@payorch/contracts';
import { isPublicHostName } from '../../fields';

const expected = 'a public host name, such as pay.shop.example, without scheme, port and path';

/** The domain in lower case and in Punycode; undefined where the text is no public host name. */
export function normalDomain(text: string): string | undefined {
  if (/[\s/\\:@?#%[\]]/.test(text) || !URL.canParse(`https://${text}`)) return undefined;
  const name = new URL(`https://${text}`).hostname.replace(/\.$/, '');
  return isPublicHostName(name) ? name : undefined;
}

export const readDomain = (text: string): string | Refusal =>
  normalDomain(text) ?? refuse('invalid_format', { field: 'domain', expected });
