import { html } from './html';
import { pageHeaders, pageOf, type Page } from './page';

const title = 'Nothing to do here';

/** The page for a request without a valid attempt token: the same for every address. */
export function neutralPage(nonce: string): Page {
  const body = pageOf(
    title,
    html`<p>This address does not lead to a payment. You can close this page and go back to the shop.</p>`,
  );
  return { body: body.text, headers: pageHeaders(nonce, "form-action 'none'") };
}
