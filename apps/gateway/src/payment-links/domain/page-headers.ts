import { frameSourceOf } from '../../link-config';
import type { PageStyle } from '../page';

type Headers = Readonly<Record<string, string>>;

/** The sites of a page's images. Only the site is named: a path could end the directive. */
const imageSources = ({ logo, background_image: background }: Pick<PageStyle, 'logo' | 'background_image'>): string[] =>
  [logo, background?.url ?? '']
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
    .filter((origin) => origin.startsWith('https://'));

const ancestorsOf = (allowedDomains: readonly string[] | null): string => {
  const sources = (allowedDomains ?? []).flatMap((domain) => frameSourceOf(domain) ?? []);
  return sources.length === 0 ? "'none'" : sources.join(' ');
};

export interface PageRules {
  readonly nonce: string;
  readonly style: Pick<PageStyle, 'logo' | 'background_image'>;
  /** Whose pages may frame this one; null: none. */
  readonly allowedDomains: readonly string[] | null;
}

/**
 * Headers of a page that takes card numbers: it runs its own script, calls its own gateway, loads the merchant's images and
 * nothing else, and is framed only where the merchant says so. The address has a token, so no other site learns it.
 */
export const linkPageHeaders = ({ nonce, style, allowedDomains }: PageRules): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ['img-src', "'self'", 'data:', ...new Set(imageSources(style))].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestorsOf(allowedDomains)}`,
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-robots-tag': 'noindex',
});
