import { pageTemplate } from '@payorch/platform/pages';
import { assetsPath, type PageAsset } from '../assets';
import type { PageFrame } from '../checkout-view';
import { pageMessages } from '../messages';
import { footPart } from './foot';
import { framed, layoutOf, testBadge } from './frame';

const scripted = pageTemplate<{
  layout: string;
  order: string | null;
  badge: string;
  heading: string;
  intro: string | null;
  loading: string;
  needsScript: string;
  withoutScript: string | null;
  foot: string;
  data: string;
  nonce: string;
}>(`    <main class="page <%= it.layout %>">
<% if (it.order !== null) { %>
<%~ it.order %>
<% } %>
      <section class="form" aria-labelledby="form-title">
<% if (it.order === null) { %>
        <%~ it.badge %>
<% } %>
        <h2 id="form-title" class="form-header"><%= it.heading %></h2>
<% if (it.intro !== null) { %>
        <p><%= it.intro %></p>
<% } %>
        <p id="progress" class="progress" role="status"><%= it.loading %></p>
        <div id="checkout">
          <div class="outline" aria-hidden="true"><span></span><span class="tall"></span><span></span></div>
        </div>
        <noscript>
          <p class="note"><%= it.needsScript %></p>
<% if (it.withoutScript !== null) { %>
<%~ it.withoutScript %>
<% } %>
        </noscript>
<%~ it.foot %>
      </section>
    </main>
    <script type="application/json" id="checkout-data" nonce="<%= it.nonce %>"><%~ it.data %></script>`);

/** The script loads while the page is read still; without scripts there is no outline of a form. */
const head = pageTemplate<{ script: string; nonce: string }>(
  `    <script src="<%= it.script %>" nonce="<%= it.nonce %>" defer></script>
    <noscript><style nonce="<%= it.nonce %>">#checkout,#progress{display:none!important}</style></noscript>`,
);

/** JSON that cannot end its script element or begin a comment of HTML. */
const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

export interface ScriptedPage {
  readonly title: string;
  /** What stands beside the form, rendered and escaped; null for nothing. */
  readonly order: string | null;
  readonly heading: string;
  readonly intro: string | null;
  /** What the page has for a browser without scripts, rendered and escaped; null: only that it needs them. */
  readonly withoutScript: string | null;
  readonly script: PageAsset;
  /** What the script reads. */
  readonly data: object;
}

/** A page whose form a script builds. Its first paint needs nothing but the page itself. */
export function renderScripted(view: PageFrame, page: ScriptedPage, nonce: string): string {
  const { title, script, data, ...shown } = page;
  const messages = pageMessages(view.locale);
  const content = scripted({
    ...shown,
    layout: layoutOf(view),
    badge: testBadge(view),
    foot: footPart(view),
    loading: messages.loading,
    needsScript: messages.needsScript,
    data: scriptJson(data),
    nonce,
  });
  const address = `${view.basePath}${assetsPath}/${script.name}`;
  return framed(view, { title, content, nonce, head: head({ script: address, nonce }) });
}
