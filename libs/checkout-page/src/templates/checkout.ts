import { pageTemplate } from '@payorch/platform/pages';
import { checkoutScript } from '../assets';
import type { CheckoutView, PageFrame, PlainView } from '../checkout-view';
import { pageMessages } from '../messages';
import { pageDataOf } from '../page-data-of';
import { say } from '../script/problem';
import { merchantNameOf } from './frame';
import { orderPart } from './order';
import { renderScripted } from './scripted';
import { withTime } from './time';

const withoutScript = pageTemplate<{ address: string; text: string }>(
  `          <a class="button secondary" rel="noreferrer" href="<%= it.address %>"><%= it.text %></a>`,
);

/** The page's title, with the merchant's name where the page shows it. */
export function titleOf(view: PageFrame): string {
  const messages = pageMessages(view.locale);
  const merchant = merchantNameOf(view);
  return merchant === null ? messages.titlePlain : say(messages, 'title', { merchant });
}

/** What the customer pays for, and until when; null where the merchant shows only the form. */
export const orderOf = (view: PlainView): string | null =>
  view.style.display_sdk_only
    ? null
    : orderPart(view, withTime(pageMessages(view.locale).payBefore, view.expiresAt, view.locale));

/** The page where a customer pays. */
export function renderCheckout(view: CheckoutView, nonce: string): string {
  const messages = pageMessages(view.locale);
  const page = {
    title: titleOf(view),
    order: orderOf(view),
    intro: null,
    heading: view.style.payment_form_header_text ?? messages.formHeading,
    withoutScript: view.paysWithoutScript
      ? withoutScript({ address: view.plainAddress, text: messages.withoutScript })
      : null,
    script: checkoutScript,
    data: pageDataOf(view),
  };
  return renderScripted(view, page, nonce);
}
