import { pageTemplate } from '@payorch/platform/pages';
import { formatTime } from '../amount';
import { assetsPath, checkoutScript } from '../assets';
import type { CheckoutView } from '../checkout-view';
import { pageMessages } from '../messages';
import { pageDataOf } from '../page-data-of';
import { say } from '../script/problem';
import { framed, layoutOf, merchantNameOf } from './frame';
import { orderPart } from './order';

const checkout = pageTemplate<{
  layout: string;
  order: string | null;
  heading: string;
  needsScript: string;
  footer: string | null;
  data: string;
  script: string;
  nonce: string;
}>(`    <main class="page <%= it.layout %>">
<% if (it.order !== null) { %>
<%~ it.order %>
<% } %>
      <section class="form" aria-labelledby="form-title">
        <h2 id="form-title" class="form-header"><%= it.heading %></h2>
        <p id="progress" class="progress" role="status"></p>
        <div id="checkout"></div>
        <noscript>
          <p class="note"><%= it.needsScript %></p>
        </noscript>
<% if (it.footer !== null) { %>
        <p class="hint"><%= it.footer %></p>
<% } %>
      </section>
    </main>
    <script type="application/json" id="checkout-data" nonce="<%= it.nonce %>"><%~ it.data %></script>
    <script src="<%= it.script %>" nonce="<%= it.nonce %>" defer></script>`);

/** JSON that cannot end its script element or begin a comment of HTML. */
const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** The page where a customer pays. Its first paint needs nothing but the page itself. */
export function renderCheckout(view: CheckoutView, nonce: string): string {
  const { style, locale, basePath } = view;
  const messages = pageMessages(locale);
  const merchant = merchantNameOf(view);
  const content = checkout({
    layout: layoutOf(view),
    order: style.display_sdk_only
      ? null
      : orderPart(view, say(messages, 'payBefore', { date: formatTime(view.expiresAt, locale) })),
    heading: style.payment_form_header_text ?? messages.formHeading,
    needsScript: messages.needsScript,
    footer: style.branding_visibility === true ? 'payorch' : null,
    data: scriptJson(pageDataOf(view)),
    script: `${basePath}${assetsPath}/${checkoutScript.name}`,
    nonce,
  });
  const title = merchant === null ? messages.titlePlain : say(messages, 'title', { merchant });
  return framed(view, { title, content, nonce });
}
