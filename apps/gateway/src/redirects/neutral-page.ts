import { html } from './html';
import { pageHeaders, type Page } from './page';

const title = 'Nothing to do here';

/** What everybody sees who comes without the token of an attempt, whatever there is behind the address. */
export function neutralPage(nonce: string): Page {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body>
        <p>This address does not lead to a payment. You can close this page and go back to the shop.</p>
      </body>
    </html> `;
  return { body: body.text, headers: pageHeaders(nonce, "form-action 'none'") };
}
