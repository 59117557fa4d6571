import type { CollectData } from '../script/page-data';
import { pageAddress } from '../script/next-step';
import { saveCardBody, saveMethodBody, saveResult } from '../script/save-body';
import { postOnce } from './api';
import { button, found, link } from './dom';
import { showLocalTimes } from './local-times';
import { hideFailedPictures } from './pictures';
import { checkoutForm, type CheckoutForm } from './form';
import { cardOption, methodOption, type Option } from './options';
import { Place } from './place';
import { watchExpiry } from './watch-expiry';

/** The server of this script wrote the data into the same page. */
const data: CollectData = JSON.parse(found('checkout-data').textContent ?? '');

const { messages } = data;
const place = new Place(messages, []);
const context = { clientSecret: data.clientSecret, isRetry: false, browser: {} };

const options: readonly Option[] = data.methods.map((method) =>
  method.paymentMethod === 'card'
    ? cardOption(method, data, { maySave: false, asksForCvc: false, body: saveCardBody })
    : methodOption(method, data, saveMethodBody),
);

function backLink(): readonly Node[] {
  const address = pageAddress(data.returnUrl ?? undefined);
  return address === null ? [] : [link(address, messages.back, { class: 'button secondary' })];
}

/** The server knows whether the link is open still: it shows the form again, or that the link was used or has expired. */
const checkAgain = (): void => location.reload();

async function save(option: Option, form: CheckoutForm): Promise<void> {
  const body = option.body(context);
  if (!body) return;
  form.setBusy(true);
  form.showNote({ text: '' });
  place.progress('saving');
  const path = `/payment_methods/${encodeURIComponent(data.paymentMethodId)}/save`;
  const { status, body: answer } = await postOnce(data, path, body);
  const result = saveResult(status, answer);
  switch (result) {
    case 'saved':
      form.clear();
      await form.showDone();
      return place.result('succeeded', 'savedTitle', messages.savedText, backLink());
    case 'unknown': {
      form.clear();
      const again = button(messages.checkAgain, checkAgain, { class: 'button' });
      return place.result('unknown', 'saveUnknownTitle', messages.saveUnknownText, [again]);
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

const form = checkoutForm(
  options,
  data,
  { submit: messages.save, legend: messages.chooseToSave },
  { onSubmit: (option) => void save(option, form) },
);
place.show([form.root], false);
place.progress(null);
showLocalTimes();
hideFailedPictures();
watchExpiry(data.expiresAt, () => place.result('failed', 'expiredTitle', messages.askForLink, backLink()));
