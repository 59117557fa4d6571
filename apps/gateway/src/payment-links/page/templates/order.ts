import { pageTemplate } from '@payorch/platform/pages';
import { formatAmount } from '../amount';
import type { PageFrame, PaymentSummary, TransactionDetail } from '../checkout-view';
import { pageMessages } from '../messages';
import { say } from '../script/problem';
import { imageAddress } from '../style/page-css';
import { merchantOf } from './frame';

interface ShownLine {
  readonly name: string;
  readonly count: string;
  readonly amount: string;
}

const order = pageTemplate<{
  merchant: string;
  title: string;
  amount: string;
  description: string | null;
  heading: string;
  lines: readonly ShownLine[];
  details: readonly TransactionDetail[];
  until: string | null;
  hasImage: boolean;
}>(`    <section class="order <%= it.hasImage ? 'with-image' : '' %>" aria-labelledby="order-title">
      <div class="order-box">
<%~ it.merchant %>
        <h1 id="order-title"><%= it.title %></h1>
        <p class="amount" data-total><%= it.amount %></p>
<% if (it.description !== null) { %>
        <p><%= it.description %></p>
<% } if (it.lines.length > 0) { %>
        <ul class="lines" data-items-of-total aria-label="<%= it.heading %>">
<% for (const line of it.lines) { %>
          <li><span class="line-name"><%= line.name %> <span class="line-count"><%= line.count %></span></span> <span><%= line.amount %></span></li>
<% } %>
        </ul>
<% } if (it.details.length > 0) { %>
        <dl class="details">
<% for (const { key, value, ui_configuration: ui } of it.details) { %>
          <dt class="<%= ui && ui.is_key_bold ? 'bold' : '' %>"><%= key %></dt>
          <dd class="<%= ui && ui.is_value_bold ? 'bold' : '' %>"><%= value %></dd>
<% } %>
        </dl>
<% } if (it.until !== null) { %>
        <p class="until"><%= it.until %></p>
<% } %>
      </div>
    </section>`);

/** The details in the merchant's order: those with a position at their place, the others after them. */
const sortedDetails = (details: readonly TransactionDetail[]): readonly TransactionDetail[] => {
  const placeOf = ({ ui_configuration: ui }: TransactionDetail) => ui?.position ?? Number.MAX_SAFE_INTEGER;
  return [...details].sort((one, other) => placeOf(one) - placeOf(other));
};

/** What the customer pays for. `until`: a sentence about the time that is left, or null. */
export function orderPart(view: PageFrame & PaymentSummary, until: string | null): string {
  const { style, locale, currency, orderLines } = view;
  const messages = pageMessages(locale);
  return order({
    merchant: merchantOf(view),
    title: orderLines.length > 0 ? messages.orderHeading : messages.amountLabel,
    amount: formatAmount(view.amount, currency, locale),
    description: view.description,
    heading: messages.orderHeading,
    lines: orderLines.map(({ name, quantity, amount }) => ({
      name,
      count: say(messages, 'quantity', { count: String(quantity) }),
      amount: formatAmount(amount * quantity, currency, locale),
    })),
    details: sortedDetails(style.transaction_details ?? []),
    until,
    hasImage: imageAddress(style.background_image?.url) !== undefined,
  });
}
