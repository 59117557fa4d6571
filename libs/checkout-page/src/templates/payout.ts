import { pageTemplate } from '@payorch/platform/pages';
import { formatAmount } from '../amount';
import { payoutScript } from '../assets';
import { pageMessages } from '../messages';
import type { MessageKey } from '../messages/message-key';
import { choiceNames, destinationText, plainPayoutForms } from '../payout-choices';
import { payoutDataOf, receiveText } from '../payout-data-of';
import type { PayoutStatusView, PayoutSummary, PayoutView } from '../payout-view';
import type { SentForm } from '../plain-form';
import { storedId } from '../script/methods/payout-methods';
import { say } from '../script/problem';
import { footPart } from './foot';
import { layoutOf } from './frame';
import { fact, linksOf, notice, type NoticeLink, withTimes } from './notice-part';
import { orderPart } from './order';
import { plainFormsPart } from './plain-forms';
import { renderScripted } from './scripted';
import { withTime } from './time';

const sumOf = (view: PayoutSummary, until: string | null): string =>
  orderPart({ ...view, orderLines: [], shippingLines: [] }, until);

const withoutScript = pageTemplate<{ message: string | null; intro: string | null; forms: string }>(`
<% if (it.message !== null) { %>
          <p class="form-message" role="alert"><%= it.message %></p>
<% } if (it.intro !== null) { %>
          <p><%= it.intro %></p>
<% } %>
<%~ it.forms %>`);

/** What a browser without scripts sent, and why its form is there again. */
export interface SentPayoutForm {
  readonly sent: SentForm;
  readonly message: string | null;
}

function plainPart(view: PayoutView, { sent, message }: SentPayoutForm): string | null {
  const forms = plainPayoutForms(view, sent);
  if (forms.length === 0) return null;
  const messages = pageMessages(view.locale);
  // The one form of a known destination needs no name.
  const button = (name: string): string =>
    view.destination ? receiveText(view) : say(messages, 'receiveBy', { name });
  const part = plainFormsPart(view, forms, { action: view.address, button, total: null });
  return withoutScript({ message, intro: view.destination ? null : messages.payoutWithoutScript, forms: part });
}

/** The page where a recipient says where the money goes. */
export function renderPayout(view: PayoutView, form: SentPayoutForm, nonce: string): string {
  const messages = pageMessages(view.locale);
  const page = {
    title: messages.payoutHeading,
    heading: messages.payoutHeading,
    intro: view.destination ? choiceNames(view.locale, view.destination)[storedId]! : messages.payoutIntro,
    order: sumOf(view, withTime(messages.payoutBefore, view.expiresAt, view.locale)),
    withoutScript: plainPart(view, form),
    script: payoutScript,
    data: payoutDataOf(view),
  };
  return renderScripted(view, page, nonce);
}

type Texts = readonly [kind: string, title: MessageKey, text: MessageKey];

const accepted: Texts = ['processing', 'payoutAcceptedTitle', 'payoutAcceptedText'];
const failed: Texts = ['failed', 'payoutFailedTitle', 'payoutFailedText'];

/** The interface's PayoutStatus; every other one is of a payout under way. */
const texts: Readonly<Record<string, Texts>> = {
  success: ['succeeded', 'payoutSentTitle', 'payoutSentText'],
  failed,
  ineligible: failed,
  reversed: failed,
  cancelled: ['failed', 'payoutCancelledTitle', 'payoutFailedText'],
  expired: ['failed', 'payoutExpiredTitle', 'payoutFailedText'],
};

function payoutNotice(view: PayoutSummary, [kind, title, text]: Texts, links: readonly NoticeLink[]): string {
  const { locale, amount, currency } = view;
  const messages = pageMessages(locale);
  return notice({
    layout: layoutOf(view),
    kind,
    title: messages[title],
    text: say(messages, text, { amount: formatAmount(amount, currency, locale) }),
    order: sumOf(view, null),
    facts: [...fact(messages.paidTo, destinationText(view.destination)), ...fact(messages.reference, view.payoutId)],
    links,
    foot: footPart(view),
  });
}

/** The page that says what became of a payout. */
export function renderPayoutStatus(view: PayoutStatusView, nonce: string): string {
  const messages = pageMessages(view.locale);
  const shown = texts[view.status] ?? accepted;
  const links = linksOf({ returnUrl: view.returnUrl, linkToPay: null }, '', messages.back);
  return withTimes(view, { title: messages[shown[1]], content: payoutNotice(view, shown, links), nonce });
}

/** The page of a form whose confirmation has an unknown outcome. `address`: where the recipient looks again. */
export function renderPayoutUnknown(view: PayoutSummary, address: string, nonce: string): string {
  const messages = pageMessages(view.locale);
  const shown: Texts = ['unknown', 'payoutUnknownTitle', 'saveUnknownText'];
  const links = [{ address, text: messages.checkAgain, isFirst: true }];
  return withTimes(view, { title: messages.payoutUnknownTitle, content: payoutNotice(view, shown, links), nonce });
}
