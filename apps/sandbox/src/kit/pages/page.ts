import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { layout, styles } from './templates';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const sendPage = (reply: FastifyReply, { html, headers }: Page): void =>
  void reply.code(200).headers(headers).send(html);

/** Redirects to the shop without a referrer. */
export const redirectToShop = (reply: FastifyReply, url: string): void =>
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 302);

/**
 * Frames one self-contained page. The choices are links: a form would need `form-action` to list the merchant's page,
 * since browsers apply that directive to the redirect after a form. `mayPost`: the page has a form all the same.
 * `hasFrame`: it shows another of our pages; `isFramed`: only our own pages show it.
 */
export function pageOf(
  title: string,
  main: string,
  { mayPost = false, hasFrame = false, isFramed = false } = {},
): Page {
  const form = mayPost ? '' : "form-action 'none'; ";
  const frame = hasFrame ? "frame-src 'self'; " : '';
  const nonce = randomBytes(16).toString('base64');
  return {
    html: layout({ title, nonce, styles, main }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; ${frame}base-uri 'none'; ${form}frame-ancestors '${isFramed ? 'self' : 'none'}'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  };
}
