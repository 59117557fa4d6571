import { pageTemplate } from '@payorch/platform/pages';

export const methodMain = '<h1>Fingerprint</h1>\n<p>The issuer knows this browser now.</p>';

export const challengeMain = pageTemplate<{ complete: string; card: string }>(`<h1>Confirm your payment</h1>
<dl>
<dt>Card</dt><dd>ends with <%= it.card %></dd>
</dl>
<nav aria-label="Your choice">
<a class="authorize" href="<%= it.complete %>?choice=complete" rel="nofollow">Complete</a>
<a class="reject" href="<%= it.complete %>?choice=reject" rel="nofollow">Reject</a>
<a class="timeout" href="<%= it.complete %>?choice=timeout" rel="nofollow">Time out</a>
</nav>
<p class="note">This is the test issuer's page. No money moves here.</p>`);

export const completedMain = pageTemplate<{ notificationUrl: string; cres: string }>(`<h1>Return to the shop</h1>
<form method="post" action="<%= it.notificationUrl %>">
<input type="hidden" name="cres" value="<%= it.cres %>">
<button type="submit">Continue</button>
</form>`);
