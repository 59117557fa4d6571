import { html } from './html';
import { pageHeaders, pageOf, type Page } from './page';
import type { ReturnResponse } from './return-address';

const title = 'Back to the shop';

/**
 * The way back out of a window that the merchant's page opened: that page goes to the address, and this window closes. Opened
 * by nobody, it goes there itself; without scripts its link does.
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
