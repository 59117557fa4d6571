import { pageTemplate } from '@payorch/platform/pages';
import type { PlainView } from '../checkout-view';
import { pageMessages } from '../messages';
import { type PlainMethod, plainMethodField, plainTotalField } from '../plain-form';
import { wireTotal } from '../amount';
import { say } from '../script/problem';
import { orderOf, titleOf } from './checkout';
import { footPart } from './foot';
import { framed, layoutOf, testBadge } from './frame';

const plain = pageTemplate<{
  layout: string;
  order: string | null;
  badge: string;
  foot: string;
  heading: string;
  intro: string;
  message: string | null;
  choose: string;
  action: string;
  field: string;
  totalField: string;
  total: string;
  forms: readonly (PlainMethod & { readonly button: string; readonly key: string })[];
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
<% for (const form of it.forms) { %>
        <form class="checkout" method="post" action="<%= it.action %>" aria-label="<%= form.name %>">
          <input type="hidden" name="<%= it.field %>" value="<%= form.id %>">
          <input type="hidden" name="<%= it.totalField %>" value="<%= it.total %>">
<% form.inputs.forEach((input, index) => { const id = 'field-' + form.key + '-' + index; %>
          <div class="field">
            <label class="label" for="<%= id %>"><%= input.label %></label>
<% if (input.type === 'select') { %>
            <select class="input" id="<%= id %>" name="<%= input.name %>" autocomplete="<%= input.autocomplete %>" required<% if (input.error !== null) { %> aria-invalid="true" aria-describedby="<%= id %>-error"<% } %>>
              <option value=""><%= it.choose %></option>
<% for (const [value, text] of input.choices) { %>
              <option value="<%= value %>"<% if (value === input.value) { %> selected<% } %>><%= text %></option>
<% } %>
            </select>
<% } else { %>
            <input class="input" id="<%= id %>" name="<%= input.name %>" type="<%= input.type %>" inputmode="<%= input.inputMode %>" autocomplete="<%= input.autocomplete %>" value="<%= input.value %>" placeholder="<%= input.label %>" required<% if (input.error !== null) { %> aria-invalid="true" aria-describedby="<%= id %>-error"<% } %>>
<% } if (input.error !== null) { %>
            <p class="error" id="<%= id %>-error"><%= input.error %></p>
<% } %>
          </div>
<% }); %>
          <button type="submit" class="submit"><%= form.button %></button>
        </form>
<% } %>
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
    choose: messages.choose,
    action: view.plainAddress,
    field: plainMethodField,
    totalField: plainTotalField,
    total: wireTotal(view.amount, view.currency),
    forms: methods.map((method, index) => ({
      ...method,
      key: String(index),
      button: say(messages, 'payWith', { name: method.name }),
    })),
  });
  return framed(view, { title: titleOf(view), content, nonce });
}
