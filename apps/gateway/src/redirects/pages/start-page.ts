import { pageTemplate } from '@payorch/platform/pages';
import { isMerchantUrl } from '../../fields';
import { pageHeaders, pageOf, type Page } from './page';

/** The processor's address for the customer: untrusted input. */
export interface Challenge {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}

const title = 'Continue to your bank';

const content = pageTemplate<
  Challenge & { title: string; nonce: string }
>(`<p>You are being taken to your bank to confirm this payment.</p>
<% if (it.method === 'GET') { %>
      <a id="go" href="<%= it.url %>" rel="noreferrer"><%= it.title %></a>
<% } else { %>
      <form method="post" action="<%= it.url %>">
<% for (const [name, value] of Object.entries(it.fields)) { %>
        <input type="hidden" name="<%= name %>" value="<%= value %>" />
<% } %>
        <button id="go" type="submit"><%= it.title %></button></form>
<% } %>
      <script nonce="<%= it.nonce %>">
        const go = document.getElementById('go');
        if (go.href) location.replace(go.href);
        else go.click();
      </script>`);

/**
 * The page that forwards the customer; without scripts the customer uses its link or button. Undefined where the
 * processor's address is not valid for a browser.
 */
export function startPage(challenge: Challenge, nonce: string): Page | undefined {
  if (!isMerchantUrl(challenge.url)) return undefined;
  return {
    body: pageOf({ title, content: content({ ...challenge, title, nonce }) }),
    headers: pageHeaders(nonce, `form-action ${new URL(challenge.url).origin}`),
  };
}
