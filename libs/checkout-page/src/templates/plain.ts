import { pageTemplate } from '@payorch/platform/pages';
import type { PlainView } from '../checkout-view';
import { pageMessages } from '../messages';
import type { PlainMethod } from '../plain-form';
import { wireTotal } from '../amount';
import { say } from '../script/problem';
import { orderOf, titleOf } from './checkout';
import { footPart } from './foot';
import { framed, layoutOf, testBadge } from './frame';
import { plainFormsPart } from './plain-forms';

const plain = pageTemplate<{
  layout: string;
  order: string | null;
  badge: string;
  foot: string;
  heading: string;
  intro: string;
  message: string | null;
  forms: string;
}>(`    <main class="page <%= it.layout %>">
<% if (it.order !== null) { %>
<%~ it.order %>
<% } %>
      <section class="form" aria-labelledby="form-title">
<% if (it.order === null) { %>
        <%~ it.badge %>
<% } %>
        <h2 id="form-title" class="form-header"><%= it.heading %></h2>
<% if (it.message !== null) { %>
        <p class="form-message" role="alert"><%= it.message %></p>
<% } %>
        <p><%= it.intro %></p>
<%~ it.forms %>
<%~ it.foot %>
      </section>
    </main>`);

/** The page where a customer pays by a redirect without scripts: a form for each payment method. `message`: why it is there again. */
export function renderPlain(
  view: PlainView,
  { methods, message }: { readonly methods: readonly PlainMethod[]; readonly message: string | null },
  nonce: string,
): string {
  const messages = pageMessages(view.locale);
  const content = plain({
    layout: layoutOf(view),
    order: orderOf(view),
    message,
    badge: testBadge(view),
    foot: footPart(view),
    heading: view.style.payment_form_header_text ?? messages.formHeading,
    intro: methods.length > 0 ? messages.withoutScriptText : messages.noRedirects,
    forms: plainFormsPart(view, methods, {
      action: view.plainAddress,
      button: (name) => say(messages, 'payWith', { name }),
      total: wireTotal(view.amount, view.currency),
    }),
  });
  return framed(view, { title: titleOf(view), content, nonce });
}
