import { pageTemplate } from '@payorch/platform/pages';
import { assetsPath, type PageAsset } from '../assets';
import type { PageFrame } from '../checkout-view';
import { pageMessages } from '../messages';
import { framed, layoutOf } from './frame';

const scripted = pageTemplate<{
  layout: string;
  order: string | null;
  heading: string;
  intro: string | null;
  needsScript: string;
  withoutScript: string | null;
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
<% if (it.intro !== null) { %>
        <p><%= it.intro %></p>
<% } %>
        <p id="progress" class="progress" role="status"></p>
        <div id="checkout"></div>
        <noscript>
          <p class="note"><%= it.needsScript %></p>
<% if (it.withoutScript !== null) { %>
<%~ it.withoutScript %>
<% } %>
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
  const content = scripted({
    ...shown,
    layout: layoutOf(view),
    needsScript: pageMessages(view.locale).needsScript,
    footer: view.style.branding_visibility === true ? 'payorch' : null,
    data: scriptJson(data),
    script: `${view.basePath}${assetsPath}/${script.name}`,
    nonce,
  });
  return framed(view, { title, content, nonce });
}
