import { pageTemplate } from '@payorch/platform/pages';
import { assetsPath, noticeScript } from '../assets';
import type { PageFrame } from '../checkout-view';
import { pageMessages } from '../messages';
import type { MessageKey } from '../messages/message-key';
import { pageAddress } from '../script/next-step';
import { footPart } from './foot';
import { framed, layoutOf, merchantHeader } from './frame';
import { timePart } from './time';

export interface NoticeLink {
  readonly address: string;
  readonly text: string;
  readonly isFirst: boolean;
  /** The page leaves the frame of the merchant, if there is one: no frame may show the address. */
  readonly isTop?: boolean;
}

/** A line of what is known; the value is rendered and escaped. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

const escaped = pageTemplate<{ text: string }>(`<bdi><%= it.text %></bdi>`);
export const fact = (label: string, text: string | null): Fact[] =>
  text === null || text === '' ? [] : [{ label, value: escaped({ text }) }];

const timesHead = pageTemplate<{ script: string; nonce: string }>(
  `    <script src="<%= it.script %>" nonce="<%= it.nonce %>" defer></script>`,
);

/** A page without a form: its only script turns its times into the customer's zone. */
export const withTimes = (
  view: PageFrame,
  { title, content, nonce }: { title: string; content: string; nonce: string },
): string => {
  const script = `${view.basePath}${assetsPath}/${noticeScript.name}`;
  return framed(view, { title, content, nonce, head: timesHead({ script, nonce }) });
};

/** A page without a form. */
export const notice = pageTemplate<{
  layout: string;
  order: string;
  kind: string;
  title: string;
  text: string;
  facts: readonly Fact[];
  links: readonly NoticeLink[];
  foot: string;
}>(`    <main class="page <%= it.layout %>">
<%~ it.order %>
      <section class="form" aria-labelledby="notice-title">
        <div class="status status-<%= it.kind %>" id="status">
          <h2 id="notice-title"><%= it.title %></h2>
<% if (it.text !== '') { %>
          <p><%= it.text %></p>
<% } %>
<% if (it.facts.length > 0) { %>
          <dl class="facts">
<% for (const { label, value } of it.facts) { %>
            <dt><%= label %></dt>
            <dd><%~ value %></dd>
<% } %>
          </dl>
<% } for (const link of it.links) { %>
          <a class="button <%= link.isFirst ? '' : 'secondary' %>" rel="noreferrer" href="<%= link.address %>"<% if (link.isTop) { %> target="_top"<% } %>><%= link.text %></a>
<% } %>
        </div>
<%~ it.foot %>
      </section>
    </main>`);

/** Links to the merchant's page, and to the form where the customer can pay still. */
export function linksOf(
  { returnUrl, linkToPay }: { returnUrl: string | null; linkToPay: string | null },
  again: string,
  back: string,
) {
  const first = pageAddress(linkToPay ?? undefined);
  const second = pageAddress(returnUrl ?? undefined);
  return [
    ...(first === null ? [] : [{ address: first, text: again, isFirst: true }]),
    ...(second === null ? [] : [{ address: second, text: back, isFirst: false }]),
  ];
}

/** The same of texts alone. */
export function noticeOf(
  view: PageFrame,
  nonce: string,
  shown: { title: MessageKey; text: MessageKey; kind?: string; expiredAt?: string; returnUrl?: string | null },
): string {
  const messages = pageMessages(view.locale);
  const content = notice({
    layout: layoutOf(view),
    title: messages[shown.title],
    text: messages[shown.text],
    kind: shown.kind ?? 'failed',
    order: merchantHeader(view),
    facts:
      shown.expiredAt === undefined
        ? []
        : [{ label: messages.validUntil, value: timePart(shown.expiredAt, view.locale) }],
    links: linksOf({ returnUrl: shown.returnUrl ?? null, linkToPay: null }, '', messages.back),
    foot: footPart(view),
  });
  return withTimes(view, { title: messages[shown.title], content, nonce });
}
