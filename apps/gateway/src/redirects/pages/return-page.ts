import type { ReturnResponse } from '../domain/return-address';
import { html } from './html';
import { pageHeaders, pageOf, type Page } from './page';

const title = 'Back to the shop';

/**
 * Leaves a popup window: the merchant's page goes to the return URL, and the popup closes. Without an opener the page
 * itself goes there; without scripts the customer follows its link.
 */
export function returnPage({ return_url_with_query_params: address }: ReturnResponse, nonce: string): Page {
  const body = pageOf(
    title,
    html`<p>You are being taken back to the shop.</p>
      <a id="go" href="${address}" rel="noreferrer">${title}</a>
      <script nonce="${nonce}">
        const go = document.getElementById('go');
        if (window.opener) {
          window.opener.location.replace(go.href);
          window.close();
        } else go.click();
      </script>`,
  );
  return { body: body.text, headers: pageHeaders(nonce, "form-action 'none'") };
}
