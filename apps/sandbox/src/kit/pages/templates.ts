import { pageTemplate } from '@payorch/platform/pages';

export const styles = `
:root { color-scheme: light dark; --ink: #1b2430; --paper: #ffffff; --ground: #eef1f5; --line: #c5ccd6; --go: #0b6b3a; --stop: #a3201d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf4; --paper: #1b2230; --ground: #10151e; --line: #46526a; --go: #1c8a52; --stop: #c43c38; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 0 0 1.5rem; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.amount { font-size: 1.25rem; font-weight: 600; }
nav { display: grid; gap: .6rem; }
nav a { display: block; padding: .75rem 1rem; border: 2px solid transparent; border-radius: .5rem; text-align: center;
  text-decoration: none; font-weight: 600; color: #ffffff; }
nav a.authorize { background: var(--go); }
nav a.reject { background: var(--stop); }
nav a.timeout { color: inherit; border-color: var(--line); }
nav a:focus-visible { outline: 3px solid #4c8dff; outline-offset: 2px; }
iframe { display: block; width: 100%; height: 32rem; border: 0; }
.note { margin: 1.25rem 0 0; font-size: .875rem; opacity: .85; }
`;

/** `main` is rendered and escaped before. */
export const layout = pageTemplate<{ title: string; nonce: string; styles: string; main: string }>(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.title %></title>
<style nonce="<%= it.nonce %>"><%~ it.styles %></style>
</head>
<body>
<main>
<%~ it.main %>
</main>
</body>
</html>
`);

/** A link of the choice, with further attributes. */
export interface ChoiceLink {
  readonly classes: string;
  readonly href: string;
  readonly text: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export const authorizeMain = pageTemplate<{
  amount: string;
  method: string;
  payment: string;
  container: string | undefined;
  links: readonly ChoiceLink[];
}>(`<h1>Authorize Payment</h1>
<dl>
<dt>Amount</dt><dd class="amount"><%= it.amount %></dd>
<dt>Method</dt><dd><%= it.method %></dd>
<dt>Payment</dt><dd><%= it.payment %></dd>
</dl>
<nav aria-label="Your choice"<% if (it.container) { %> id="<%= it.container %>"<% } %>>
<% for (const link of it.links) { %>
<a class="<%= link.classes %>" href="<%= link.href %>"<% for (const [name, value] of link.attributes) { %> <%= name %>="<%= value %>"<% } %> rel="nofollow"><%= link.text %></a>
<% } %>
</nav>
<p class="note">This is the test processor's bank page. No money moves here.</p>`);

/** The page around a frame with another page. */
export const frameMain = pageTemplate<{
  source: string;
  title: string;
  id: string | undefined;
  name: string | undefined;
}>(
  `<iframe src="<%= it.source %>" title="<%= it.title %>"<% if (it.id) { %> id="<%= it.id %>"<% } %><% if (it.name) { %> name="<%= it.name %>"<% } %>></iframe>`,
);

export const timeoutMain = pageTemplate<{ back: string }>(`<h1>No answer was given</h1>
<p role="status">You left without a choice, like a customer who closes the window. The payment stays open until the link
expires.</p>
<nav aria-label="Your choice"><a class="timeout" href="<%= it.back %>" rel="nofollow">Back to the payment</a></nav>`);

export const invalidLinkMain = `<h1>This link is not valid</h1>
<p role="status">The payment behind it is unknown, was completed, or its link has expired. Return to the shop to see
its status.</p>`;

export const completedMain = pageTemplate<{ heading: string }>(`<h1><%= it.heading %></h1>
<p role="status">You can close this window now.</p>`);
