import { pageTemplate } from '@payorch/platform/pages';
import type { PageFrame } from '../checkout-view';
import { pageMessages } from '../messages';
import { type PlainMethod, plainMethodField, plainTotalField } from '../plain-form';

const forms = pageTemplate<{
  choose: string;
  action: string;
  field: string;
  totalField: string;
  total: string | null;
  forms: readonly (PlainMethod & { readonly button: string; readonly key: string })[];
}>(`<% for (const form of it.forms) { %>
        <form class="checkout" method="post" action="<%= it.action %>" aria-label="<%= form.name %>">
          <input type="hidden" name="<%= it.field %>" value="<%= form.id %>">
<% if (it.total !== null) { %>
          <input type="hidden" name="<%= it.totalField %>" value="<%= it.total %>">
<% } %>
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
<% } %>`);

interface FormsPart {
  /** Where the forms are sent. */
  readonly action: string;
  /** The text of the button of a payment method, by its name. */
  readonly button: (name: string) => string;
  /** The total that the page shows; null: the forms name none. */
  readonly total: string | null;
}

/** A form for each payment method, for a browser without scripts. */
export function plainFormsPart(
  { locale }: PageFrame,
  methods: readonly PlainMethod[],
  { action, button, total }: FormsPart,
): string {
  return forms({
    choose: pageMessages(locale).choose,
    action,
    field: plainMethodField,
    totalField: plainTotalField,
    total,
    forms: methods.map((method, index) => ({
      ...method,
      key: String(index),
      button: button(method.name),
    })),
  });
}
