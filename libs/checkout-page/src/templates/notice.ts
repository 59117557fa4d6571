import { pageTemplate } from '@payorch/platform/pages';
import { formatAmount } from '../amount';
import type { ExpiredView, PageFrame, PaymentSummary, PlainView, StatusView } from '../checkout-view';
import { pageMessages } from '../messages';
import type { MessageKey } from '../messages/message-key';
import { stateOf, type PaymentState } from '../script/payment-state';
import { say } from '../script/problem';
import { footPart } from './foot';
import { framed, layoutOf, merchantHeader, merchantNameOf } from './frame';
import { type Fact, fact, linksOf, notice, noticeOf, withTimes } from './notice-part';
import { orderPart } from './order';
import { timePart } from './time';

const reference = ({ locale, paymentId }: PageFrame & PaymentSummary): readonly Fact[] =>
  fact(pageMessages(locale).reference, paymentId);

/** Of a paid payment: to whom, for what and when, with the reference that the merchant knows. */
function receiptOf(view: StatusView): readonly Fact[] {
  const { locale, changedAt } = view;
  const messages = pageMessages(locale);
  return [
    ...fact(messages.paidTo, merchantNameOf(view)),
    ...fact(messages.paidFor, view.description),
    ...(changedAt === null ? [] : [{ label: messages.dateLabel, value: timePart(changedAt, locale) }]),
    ...reference(view),
  ];
}

const texts: Readonly<Record<PaymentState, readonly [kind: string, title: MessageKey, text: MessageKey]>> = {
  payable: ['action', 'openTitle', 'openText'],
  action: ['action', 'openTitle', 'openText'],
  processing: ['processing', 'processingTitle', 'processingText'],
  succeeded: ['succeeded', 'succeededTitle', 'succeededText'],
  failed: ['failed', 'failedTitle', 'failedText'],
  cancelled: ['failed', 'cancelledTitle', 'cancelledText'],
  expired: ['failed', 'expiredTitle', 'expiredText'],
};

/** The page that says what became of a payment. */
export function renderStatus(view: StatusView, nonce: string): string {
  const { locale, currency, status, reason } = view;
  const messages = pageMessages(locale);
  const state = stateOf(status);
  const [kind, title, text] = texts[state];
  const amount = formatAmount(view.amount, currency, locale);
  const again = state === 'failed' ? messages.tryAgain : say(messages, 'pay', { amount });
  const content = notice({
    layout: layoutOf(view),
    kind,
    title: messages[title],
    order: orderPart(view, null),
    text: (state === 'failed' ? reason : null) ?? say(messages, text, { amount }),
    facts: state === 'succeeded' ? receiptOf(view) : reference(view),
    links: linksOf(view, again, messages.back),
    foot: footPart(view),
  });
  return withTimes(view, { title: messages[title], content, nonce });
}

/** The page that leads on to the bank or the wallet. */
export function renderRedirect(view: PageFrame & PaymentSummary, address: string, nonce: string): string {
  const messages = pageMessages(view.locale);
  const content = notice({
    layout: layoutOf(view),
    kind: 'action',
    title: messages.redirecting,
    text: '',
    order: orderPart(view, null),
    facts: reference(view),
    foot: footPart(view),
    links: [{ address, text: messages.continue, isFirst: true, isTop: true }],
  });
  return framed(view, { title: messages.redirecting, content, nonce });
}

const atBank = pageTemplate<{
  layout: string;
  order: string;
  title: string;
  text: string;
  address: string;
  continueText: string;
  action: string;
  otherText: string;
}>(`    <main class="page <%= it.layout %>">
<%~ it.order %>
      <section class="form" aria-labelledby="notice-title">
        <div class="status status-action" id="status">
          <h2 id="notice-title"><%= it.title %></h2>
          <p><%= it.text %></p>
          <a class="button" rel="noreferrer" href="<%= it.address %>" target="_top"><%= it.continueText %></a>
          <form method="post" action="<%= it.action %>"><button type="submit" class="button secondary"><%= it.otherText %></button></form>
        </div>
      </section>
    </main>`);

/** The page of a customer who has left the bank's page: back to it, or another way to pay. `isOpen`: the try could not be ended. */
export function renderAtBank(
  view: PlainView,
  { address, isOpen }: { readonly address: string; readonly isOpen: boolean },
  nonce: string,
): string {
  const messages = pageMessages(view.locale);
  const content = atBank({
    layout: layoutOf(view),
    order: orderPart(view, null),
    title: messages.atBankTitle,
    address,
    text: isOpen ? messages.stillAtBank : messages.atBankText,
    continueText: messages.continueAtBank,
    action: view.anotherAddress,
    otherText: messages.otherCard,
  });
  return framed(view, { title: messages.atBankTitle, content, nonce });
}

const waiting = {
  unknown: ['unknownTitle', 'unknownText'],
  processing: ['processingTitle', 'processingText'],
} as const;

/**
 * The page of a payment whose outcome is not known yet: it is processed, or the confirmation has an unknown outcome. `address`:
 * where the customer looks again.
 */
export function renderWaiting(
  view: PageFrame & PaymentSummary,
  { kind, address }: { readonly kind: keyof typeof waiting; readonly address: string },
  nonce: string,
): string {
  const messages = pageMessages(view.locale);
  const [title, text] = waiting[kind];
  const content = notice({
    layout: layoutOf(view),
    kind,
    title: messages[title],
    text: messages[text],
    order: orderPart(view, null),
    facts: reference(view),
    foot: footPart(view),
    links: [{ address, text: messages.checkAgain, isFirst: true }],
  });
  return framed(view, { title: messages[title], content, nonce });
}

/** The page of a link that is past its expiry. */
export const renderExpired = (view: ExpiredView, nonce: string): string =>
  noticeOf(view, nonce, {
    title: 'expiredTitle',
    text: 'expiredText',
    returnUrl: view.returnUrl,
    expiredAt: view.expiredAt,
  });

/** The page of a link that does not exist: the same for every address. */
export const renderNotFound = (view: PageFrame, nonce: string): string =>
  noticeOf(view, nonce, { title: 'notFoundTitle', text: 'notFoundText' });

type Texts = readonly [kind: string, title: MessageKey, text: MessageKey];

const problems = {
  nothing_here: ['failed', 'titlePlain', 'savedText'],
  too_many: ['failed', 'titlePlain', 'tooMany'],
  not_loaded: ['failed', 'titlePlain', 'loadFailed'],
  unknown: ['unknown', 'unknownTitle', 'unknownText'],
} as const satisfies Record<string, Texts>;

/** The page of an error. `address`: where the customer looks again. */
export function renderProblem(
  view: PageFrame,
  { kind, address }: { readonly kind: keyof typeof problems; readonly address?: string },
  nonce: string,
): string {
  const messages = pageMessages(view.locale);
  const [look, title, text] = problems[kind];
  const content = notice({
    layout: layoutOf(view),
    kind: look,
    title: messages[title],
    text: messages[text],
    order: merchantHeader(view),
    facts: [],
    foot: footPart(view),
    links: address === undefined ? [] : [{ address, text: messages.checkAgain, isFirst: true }],
  });
  return framed(view, { title: messages[title], content, nonce });
}

/** The page of a collect link with which a payment method was saved. */
export const renderUsed = (view: PageFrame & { readonly returnUrl: string | null }, nonce: string): string =>
  noticeOf(view, nonce, { title: 'usedTitle', text: 'usedText', kind: 'succeeded', returnUrl: view.returnUrl });

/** The page of a collect link that is past its expiry. */
export const renderCollectExpired = (view: ExpiredView, nonce: string): string =>
  noticeOf(view, nonce, {
    title: 'expiredTitle',
    text: 'askForLink',
    returnUrl: view.returnUrl,
    expiredAt: view.expiredAt,
  });

/** The page of a collect link that does not exist: the same for every address. */
export const renderCollectNotFound = (view: PageFrame, nonce: string): string =>
  noticeOf(view, nonce, { title: 'linkNotFoundTitle', text: 'notFoundText' });

/** The page of a link that was opened outside the frames which the merchant allows. */
export const renderFrameRefused = (view: PageFrame, nonce: string): string =>
  noticeOf(view, nonce, { title: 'frameTitle', text: 'frameText' });
