import type { MessageKey } from '../messages/message-key';
import { pageAddress } from '../script/next-step';
import type { OneFormData } from '../script/page-data';
import type { SentResult } from '../script/save-body';
import type { Json } from '../script/json';
import { postOnce } from './api';
import { button, element, link } from './dom';
import { showLocalTimes } from './screens/local-times';
import { hideFailedPictures } from './screens/pictures';
import { checkoutForm, type CheckoutForm, type FormTexts } from './fields/form';
import { type CardOptions, cardOption, methodOption, type Option } from './fields/options';
import { Place } from './fields/place';
import { watchExpiry } from './screens/watch-expiry';

/** What is special about the page. */
export interface OneForm {
  /** Where the form is sent. */
  readonly path: string;
  readonly cardBody: CardOptions['body'];
  readonly methodBody: Parameters<typeof methodOption>[2];
  readonly resultOf: (status: number | null, body: Json) => SentResult;
  readonly texts: FormTexts;
  readonly sending: MessageKey;
  readonly unknownTitle: MessageKey;
  /** Shows that the data has arrived. */
  readonly onAccepted: (place: Place, more: readonly Node[]) => void;
  /** What the page says where there is nothing to choose. */
  readonly nothing: MessageKey;
}

/** A page whose form is sent once, with the rights of the page's client secret. */
export function runOneForm(data: OneFormData, page: OneForm): void {
  const { messages } = data;
  const place = new Place(messages, []);
  const context = { clientSecret: data.clientSecret, isRetry: false, browser: {} };

  const options: readonly Option[] = data.methods.map((method) =>
    method.paymentMethod === 'card'
      ? cardOption(method, data, { maySave: false, asksForCvc: false, body: page.cardBody })
      : methodOption(method, data, page.methodBody),
  );

  function backLink(): readonly Node[] {
    const address = pageAddress(data.returnUrl ?? undefined);
    return address === null ? [] : [link(address, messages.back, { class: 'button secondary' })];
  }

  /** The server knows whether the link is open still: it shows the form again, or that the link was used or has expired. */
  const checkAgain = (): void => location.reload();

  async function send(option: Option, form: CheckoutForm): Promise<void> {
    const body = option.body(context);
    if (!body) return;
    form.setBusy(true);
    form.showNote({ text: '' });
    place.progress(page.sending);
    const { status, body: answer } = await postOnce(data, page.path, body);
    const result = page.resultOf(status, answer);
    switch (result) {
      case 'accepted':
        form.clear();
        await form.showDone();
        return page.onAccepted(place, backLink());
      case 'unknown': {
        form.clear();
        const again = button(messages.checkAgain, checkAgain, { class: 'button' });
        return place.result('unknown', page.unknownTitle, messages.saveUnknownText, [again]);
      }
      case 'ended':
        form.clear();
        return checkAgain();
      case 'not_accepted':
      case 'too_many':
        place.progress(null);
        form.setBusy(false);
        form.showNote({ text: result === 'too_many' ? messages.tooMany : messages.saveNotAccepted });
    }
  }

  place.progress(null);
  if (options.length === 0) return place.show([element('p', { class: 'note', role: 'alert' }, messages[page.nothing])]);
  const form = checkoutForm(options, data, page.texts, { onSubmit: (option) => void send(option, form) });
  place.show([form.root], false);
  showLocalTimes();
  hideFailedPictures();
  watchExpiry(data.expiresAt, () => place.result('failed', 'expiredTitle', messages.askForLink, backLink()));
}
