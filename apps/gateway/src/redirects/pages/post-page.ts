import { pageTemplate } from '@payorch/platform/pages';
import { pageHeaders, pageOf, type Page } from './page';

/** The merchant's return URL as stored, and what its form carries. */
export interface PostedReturn {
  readonly action: string;
  readonly params: readonly (readonly [string, string])[];
}

const title = 'Back to the shop';
const content = pageTemplate<
  PostedReturn & { title: string; nonce: string }
>(`<p>You are being taken back to the shop.</p>
      <form method="post" action="<%= it.action %>">
<% for (const [name, value] of it.params) { %>
        <input type="hidden" name="<%= name %>" value="<%= value %>" />
<% } %>
        <button id="go" type="submit"><%= it.title %></button></form>
      <script nonce="<%= it.nonce %>">
        document.getElementById('go').click();
      </script>`);

/**
 * Returns the customer by a POST of the signed parameters; without scripts the customer uses the button. The form may go
 * only to the origin of the return URL, also after a redirect by that origin.
 */
export function postPage({ action, params }: PostedReturn, nonce: string): Page {
  return {
    body: pageOf({ title, content: content({ action, params, title, nonce }) }),
    headers: pageHeaders(nonce, `form-action ${new URL(action).origin}`),
  };
}
