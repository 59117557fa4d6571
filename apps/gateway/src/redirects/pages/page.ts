import { pageTemplate } from '@payorch/platform/pages';

/** A page for the customer's browser. */
export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The frame of every page; `content` is rendered and escaped before. */
export const pageOf = pageTemplate<{ title: string; content: string }>(`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title><%= it.title %></title>
      </head>
      <body>
        <%~ it.content %>
      </body>
    </html> `);

/** Headers of a page that loads only its own script, cannot be framed and is not cached. */
export const pageHeaders = (nonce: string, formAction: string): Page['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    formAction,
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
