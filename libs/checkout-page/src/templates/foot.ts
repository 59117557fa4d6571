import { pageTemplate } from '@payorch/platform/pages';
import type { PageFrame, TransactionDetail } from '../checkout-view';
import { pageAddress } from '../script/next-step';

const mail = /^[^\s@:/?#&]+@[^\s@:/?#&]+\.[^\s@:/?#&]+$/;

/** The address that a merchant's line leads to, for example its terms or its support; null where the value is plain text. */
export function addressIn({ value }: Pick<TransactionDetail, 'value'>): string | null {
  if (mail.test(value)) return `mailto:${value}`;
  return value.startsWith('https://') ? pageAddress(value) : null;
}

const foot = pageTemplate<{
  links: readonly { readonly text: string; readonly address: string }[];
  brand: string | null;
}>(`
<% if (it.links.length > 0 || it.brand !== null) { %>
        <p class="foot">
<% for (const { text, address } of it.links) { %>
          <a href="<%= address %>" target="_blank" rel="noreferrer noopener"><%= text %></a>
<% } if (it.brand !== null) { %>
          <span><%= it.brand %></span>
<% } %>
        </p>
<% } %>`);

/** The merchant's terms, privacy and support: the lines of `transaction_details` whose value is an address. */
export function footPart({ style }: PageFrame): string {
  const links = (style.transaction_details ?? []).flatMap((detail) => {
    const address = addressIn(detail);
    return address === null ? [] : [{ text: detail.key, address }];
  });
  return foot({ links, brand: style.branding_visibility === true ? 'payorch' : null });
}
