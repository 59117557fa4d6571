import { collectDataOf } from '../collect-data-of';
import { collectScript } from '../assets';
import type { CollectView } from '../collect-view';
import { pageMessages } from '../messages';
import { merchantHeader } from './frame';
import { renderScripted } from './scripted';

/** The page where a customer saves a payment method. */
export function renderCollect(view: CollectView, nonce: string): string {
  const messages = pageMessages(view.locale);
  const page = {
    title: messages.saveHeading,
    heading: messages.saveHeading,
    intro: messages.saveIntro,
    order: merchantHeader(view),
    withoutScript: null,
    script: collectScript,
    data: collectDataOf(view),
  };
  return renderScripted(view, page, nonce);
}
