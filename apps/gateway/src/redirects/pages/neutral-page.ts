import { pageHeaders, pageOf, type Page } from './page';

const title = 'Nothing to do here';

const body = pageOf({
  title,
  content: '<p>This address does not lead to a payment. You can close this page and go back to the shop.</p>',
});

/** The page for a request without a valid attempt token: the same for every address. */
export function neutralPage(nonce: string): Page {
  return { body, headers: pageHeaders(nonce, "form-action 'none'") };
}
