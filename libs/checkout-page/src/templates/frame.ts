import { pageTemplate } from '@payorch/platform/pages';
import type { PageFrame } from '../checkout-view';
import { directionOf } from '../page-locale';
import { pageMessages } from '../messages';
import { imageAddress } from '../style/image-address';
import { pageCss } from '../style/page-css';

const frame = pageTemplate<{
  locale: string;
  direction: string;
  title: string;
  nonce: string;
  css: string;
  head: string;
  content: string;
}>(`<!doctype html>
<html lang="<%= it.locale %>" dir="<%= it.direction %>">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <title><%= it.title %></title>
    <link rel="icon" href="data:,">
    <style nonce="<%= it.nonce %>"><%~ it.css %></style>
<%~ it.head %>
  </head>
  <body>
<%~ it.content %>
  </body>
</html>
`);

/** A whole page. `content` is rendered and escaped before, as is `head`: more of the document's head. */
export function framed(
  { locale, style }: PageFrame,
  { title, content, nonce, head = '' }: { title: string; content: string; nonce: string; head?: string },
): string {
  return frame({ locale, direction: directionOf(locale), title, nonce, content, head, css: pageCss(style) });
}

const badge = pageTemplate<{ text: string }>(`<span class="test-mode"><%= it.text %></span>`);

/** Says that no money moves; empty in a live system. */
export const testBadge = ({ isTestMode, locale }: PageFrame): string =>
  isTestMode ? badge({ text: pageMessages(locale).testMode }) : '';

const merchantPart = pageTemplate<{ logo: string | null; name: string | null; badge: string }>(`
<% if (it.logo !== null || it.name !== null || it.badge !== '') { %>
      <div class="merchant">
<% if (it.logo !== null) { %>
        <img class="merchant-logo" src="<%= it.logo %>" alt="" referrerpolicy="no-referrer">
<% } if (it.name !== null) { %>
        <span class="merchant-name"><%= it.name %></span>
<% } %>
        <%~ it.badge %>
      </div>
<% } %>`);

/** The merchant's name, unless the configuration hides it. */
export const merchantNameOf = ({ style }: PageFrame): string | null =>
  style.show_merchant_name === false || style.seller_name === '' ? null : style.seller_name;

export const merchantOf = (view: PageFrame): string =>
  merchantPart({
    logo: imageAddress(view.style.logo) ?? null,
    name: merchantNameOf(view),
    badge: testBadge(view),
  });

const merchantOnly = pageTemplate<{ merchant: string }>(
  `    <section class="order"><div class="order-box"><%~ it.merchant %></div></section>`,
);

/** The merchant in the place of the order, on a page without one. */
export const merchantHeader = (view: PageFrame): string => merchantOnly({ merchant: merchantOf(view) });

export const layoutOf = ({ style }: PageFrame): string =>
  [
    style.details_layout === 'layout2' ? 'layout2' : 'layout1',
    `labels-${style.payment_form_label_type ?? 'above'}`,
    ...(style.sdk_layout === 'spaced_accordion' ? ['layout-spaced'] : []),
  ].join(' ');
