import { pageTemplate } from '@payorch/platform/pages';
import { pageHeaders, pageOf, type Page } from './page';

const title = 'Back to the shop';

const content = pageTemplate<{
  title: string;
  address: string;
  nonce: string;
}>(`<p>You are being taken back to the shop.</p>
      <a id="go" href="<%= it.address %>" rel="noreferrer"><%= it.title %></a>
      <script nonce="<%= it.nonce %>">
        const go = document.getElementById('go');
        if (window.opener) {
          window.opener.location.replace(go.href);
          window.close();
        } else go.click();
      </script>`);

/**
 * Leaves a popup window: the merchant's page goes to the address, and the popup closes. Without an opener the page
 * itself goes there; without scripts the customer follows its link.
 */
export function returnPage(address: string, nonce: string): Page {
  const body = pageOf({ title, content: content({ title, address, nonce }) });
  return { body, headers: pageHeaders(nonce, "form-action 'none'") };
}
