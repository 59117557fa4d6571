import { isMerchantUrl } from '../../fields';
import { html, type Html } from './html';
import { pageHeaders, pageOf, type Page } from './page';

/** The processor's address for the customer: untrusted input. */
export interface Challenge {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}

const title = 'Continue to your bank';

const way = ({ url, method, fields }: Challenge): Html => {
  if (method === 'GET') return html`<a id="go" href="${url}" rel="noreferrer">${title}</a>`;
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${url}">${inputs}<button id="go" type="submit">${title}</button></form>`;
};

const page = (challenge: Challenge, nonce: string): Html =>
  pageOf(
    title,
    html`<p>You are being taken to your bank to confirm this payment.</p>
      ${way(challenge)}
      <script nonce="${nonce}">
        document.getElementById('go').click();
      </script>`,
  );

/**
 * The page that forwards the customer; without scripts the customer uses its link or button. Undefined where the
 * processor's address is not valid for a browser.
 */
export function startPage(challenge: Challenge, nonce: string): Page | undefined {
  if (!isMerchantUrl(challenge.url)) return undefined;
  return {
    body: page(challenge, nonce).text,
    headers: pageHeaders(nonce, `form-action ${new URL(challenge.url).origin}`),
  };
}
