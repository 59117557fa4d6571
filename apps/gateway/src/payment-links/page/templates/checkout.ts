import { pageTemplate } from '@payorch/platform/pages';
import { methodTypeNames } from '../../../feature-matrix';
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
  redirectHeading: string;
  payAddress: string;
  clientSecret: string;
  redirects: readonly { value: string; name: string }[];
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
<% if (it.redirects.length > 0) { %>
          <p class="hint"><%= it.redirectHeading %></p>
          <form class="checkout" method="post" action="<%= it.payAddress %>">
            <input type="hidden" name="client_secret" value="<%= it.clientSecret %>">
<% for (const { value, name } of it.redirects) { %>
            <button class="button" type="submit" name="method" value="<%= value %>"><%= name %></button>
<% } %>
          </form>
<% } %>
          <p class="note"><%= it.needsScript %></p>
        </noscript>
<% if (it.footer !== null) { %>
        <p class="hint"><%= it.footer %></p>
<% } %>
      </section>
    </main>
    <script type="application/json" id="checkout-data" nonce="<%= it.nonce %>"><%~ it.data %></script>
    <script src="<%= it.script %>" nonce="<%= it.nonce %>" defer></script>`);

const nameOf = (type: string): string => Object.entries(methodTypeNames).find(([known]) => known === type)?.[1] ?? type;

/** JSON that cannot end its script element or begin a comment of HTML. */
const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** The page where a customer pays. Its first paint needs nothing but the page itself. */
export function renderCheckout(view: CheckoutView, nonce: string): string {
  const { style, locale, basePath, merchantId, paymentId } = view;
  const messages = pageMessages(locale);
  const merchant = merchantNameOf(view);
  const content = checkout({
    layout: layoutOf(view),
    order: style.display_sdk_only
      ? null
      : orderPart(view, say(messages, 'payBefore', { date: formatTime(view.expiresAt, locale) })),
    heading: style.payment_form_header_text ?? messages.formHeading,
    needsScript: messages.needsScript,
    redirectHeading: messages.redirectHeading,
    payAddress: `${basePath}/payment_link/${encodeURIComponent(merchantId)}/${encodeURIComponent(paymentId)}/pay`,
    clientSecret: view.clientSecret,
    redirects: view.redirectMethods.map(({ paymentMethod, paymentMethodType }) => ({
      value: `${paymentMethod}/${paymentMethodType}`,
      name: nameOf(paymentMethodType),
    })),
    footer: style.branding_visibility === true ? 'payorch' : null,
    data: scriptJson(pageDataOf(view)),
    script: `${basePath}${assetsPath}/${checkoutScript.name}`,
    nonce,
  });
  const title = merchant === null ? messages.titlePlain : say(messages, 'title', { merchant });
  return framed(view, { title, content, nonce });
}
