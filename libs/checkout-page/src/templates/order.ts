import { pageTemplate } from '@payorch/platform/pages';
import { formatAmount } from '../amount';
import type { OrderSummary, PageFrame, TransactionDetail } from '../checkout-view';
import { pageMessages } from '../messages';
import { say } from '../script/problem';
import { imageAddress } from '../style/image-address';
import { addressIn } from './foot';
import { merchantOf } from './frame';

interface ShownLine {
  readonly name: string;
  readonly count: string;
  readonly amount: string;
  readonly picture: string | null;
}

const order = pageTemplate<{
  merchant: string;
  title: string;
  amount: string;
  fold: string;
  hasMore: boolean;
  description: string | null;
  heading: string;
  lines: readonly ShownLine[];
  shipping: { readonly heading: string; readonly lines: readonly string[] };
  details: readonly TransactionDetail[];
  until: string | null;
  hasImage: boolean;
}>(`    <section class="order <%= it.hasImage ? 'with-image' : '' %>" aria-labelledby="order-title">
      <div class="order-box">
<%~ it.merchant %>
        <h1 id="order-title" class="order-title"><%= it.title %></h1>
        <p class="amount"><bdi data-total><%= it.amount %></bdi></p>
<% if (it.hasMore) { %>
        <details class="fold"><summary><%= it.fold %></summary></details>
        <div class="more">
<% if (it.description !== null) { %>
          <p class="description"><%= it.description %></p>
<% } if (it.lines.length > 0) { %>
          <ul class="lines" data-items-of-total aria-label="<%= it.heading %>">
<% for (const line of it.lines) { %>
            <li><% if (line.picture !== null) { %><img class="picture" src="<%= line.picture %>" alt="" referrerpolicy="no-referrer"><% } %><span class="line-name"><%= line.name %> <span class="line-count"><%= line.count %></span></span> <bdi class="line-amount"><%= line.amount %></bdi></li>
<% } %>
          </ul>
<% } if (it.shipping.lines.length > 0) { %>
          <div class="shipping">
            <h2 class="shipping-heading"><%= it.shipping.heading %></h2>
            <address>
<% for (const line of it.shipping.lines) { %>
              <span class="shipping-line"><%= line %></span><br>
<% } %>
            </address>
          </div>
<% } if (it.details.length > 0) { %>
          <dl class="details">
<% for (const { key, value, ui_configuration: ui } of it.details) { %>
            <dt class="<%= ui && ui.is_key_bold ? 'bold' : '' %>"><%= key %></dt>
            <dd class="<%= ui && ui.is_value_bold ? 'bold' : '' %>"><%= value %></dd>
<% } %>
          </dl>
<% } if (it.until !== null) { %>
          <p class="until" data-until><%~ it.until %></p>
<% } %>
        </div>
<% } %>
      </div>
    </section>`);

/** The details in the merchant's order: those with a position at their place, the others after them. */
const sortedDetails = (details: readonly TransactionDetail[]): readonly TransactionDetail[] => {
  const placeOf = ({ ui_configuration: ui }: TransactionDetail) => ui?.position ?? Number.MAX_SAFE_INTEGER;
  return [...details].sort((one, other) => placeOf(one) - placeOf(other));
};

/** What the customer pays for. `until`: a sentence about the time that is left, rendered and escaped; or null. */
export function orderPart(view: PageFrame & OrderSummary, until: string | null): string {
  const { style, locale, currency, orderLines, description, shippingLines } = view;
  const messages = pageMessages(locale);
  const details = sortedDetails(style.transaction_details ?? []).filter((detail) => addressIn(detail) === null);
  return order({
    merchant: merchantOf(view),
    title: orderLines.length > 0 ? messages.orderHeading : messages.amountLabel,
    amount: formatAmount(view.amount, currency, locale),
    fold: messages.details,
    hasMore: [orderLines, shippingLines, details, description ?? [], until ?? []].some(({ length }) => length > 0),
    description,
    heading: messages.orderHeading,
    lines: orderLines.map(({ name, quantity, amount, picture }) => ({
      name,
      count: say(messages, 'quantity', { count: String(quantity) }),
      amount: formatAmount(amount * quantity, currency, locale),
      picture: imageAddress(picture) ?? null,
    })),
    shipping: { heading: messages.shippingHeading, lines: shippingLines },
    details,
    until,
    hasImage: imageAddress(style.background_image?.url) !== undefined,
  });
}
