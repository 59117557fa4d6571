import { imageOrigins, type PageStyle } from '@payorch/checkout-page';
import { frameSourceOf } from '../../payment-links';

type Headers = Readonly<Record<string, string>>;

const ancestorsOf = (allowedDomains: readonly string[] | null): string => {
  const sources = (allowedDomains ?? []).flatMap((domain) => frameSourceOf(domain) ?? []);
  return sources.length === 0 ? "'none'" : sources.join(' ');
};

export interface PageRules {
  readonly nonce: string;
  readonly style: PageStyle;
  /** Whose pages may frame this one; null: none. */
  readonly allowedDomains: readonly string[] | null;
  /** Whether the page lets the browser open wallets. */
  readonly opensWallets: boolean;
  /** The addresses of the products' pictures. */
  readonly pictures: readonly (string | null)[];
}

/**
 * Where Chromium reads how to open Google Pay; it does so for a page only if the page's policy permits it. Safari needs nothing
 * for Apple Pay.
 */
const walletManifests = ['https://google.com/pay', 'https://www.google.com/pay', 'https://pay.google.com'];

/**
 * Headers of a page that takes card numbers: it runs its own script, calls its own gateway, loads the merchant's images and
 * nothing else, and is framed only where the merchant says so. The address has a token, so no other site learns it.
 */
export const linkPageHeaders = ({ nonce, style, allowedDomains, opensWallets, pictures }: PageRules): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ['img-src', "'self'", 'data:', ...imageOrigins(style, pictures)].join(' '),
    ['connect-src', "'self'", ...(opensWallets ? walletManifests : [])].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestorsOf(allowedDomains)}`,
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${opensWallets ? 'self' : ''})`,
  'x-robots-tag': 'noindex',
});
