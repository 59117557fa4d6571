import { cardBody, methodBody } from '../script/confirm-body';
import { at, type Json } from '../script/json';
import { offeredMethods, savedMethods, walletMethods } from '../script/method-list';
import type { PageData } from '../script/page-data';
import { paymentOf } from '../script/payment-state';
import { say } from '../script/problem';
import { Api, type Reply } from './api';
import { element, found } from './dom';
import { checkoutForm, reloadButton, type CheckoutForm } from './form';
import { cardOption, methodOption, savedOption, type Option } from './options';
import { showLocalTimes } from './local-times';
import { PaymentFlow, type FormNote } from './payment-flow';
import { hideFailedPictures } from './pictures';
import { Screens } from './screens';
import { ShownTotal } from './shown-total';
import { walletOptions } from './wallets';
import { watchExpiry } from './watch-expiry';

/** The server of this script wrote the data into the same page. */
const data: PageData = JSON.parse(found('checkout-data').textContent ?? '');

const api = new Api(data);
const total = new ShownTotal(data);
const screens = new Screens(data, total);

interface Lists {
  readonly methods: Reply;
  readonly saved: Reply | null;
  readonly wallets: readonly Option[];
}

/** How long the answers in the page are those of now. */
const freshMs = 10_000;

/** What the server has put into the page, else what the API says now. */
const knownOr = async (known: Json, ask: () => Promise<Reply>): Promise<Reply> =>
  known !== null && performance.now() < freshMs ? { status: 200, body: known } : ask();

const loadLists = async (): Promise<Lists> => {
  const { known, listsSavedMethods } = data;
  const [methods, saved] = await Promise.all([
    knownOr(known.methods, api.methods),
    listsSavedMethods ? knownOr(known.saved, api.savedMethods) : null,
  ]);
  return { methods, saved, wallets: await walletOptions(walletMethods(methods.body), data, api) };
};

/** The ways to pay as the listings have them. A list of saved payment methods that does not load is no reason not to pay. */
function optionsOf({ methods, saved, wallets }: Lists): readonly Option[] {
  const maySave = data.listsSavedMethods && at(methods.body, 'is_guest_customer') === false;
  const listed = saved?.status === 200 ? savedMethods(saved.body) : [];
  const offered = offeredMethods(methods.body, data.dataNames).map((method) =>
    method.paymentMethod === 'card'
      ? cardOption(method, data, { maySave, asksForCvc: true, body: cardBody })
      : methodOption(method, data, methodBody),
  );
  return [
    ...listed.map((one, index) => savedOption(one, index, data)),
    ...offered.filter(({ isCard }) => isCard),
    ...wallets,
    ...offered.filter(({ isCard }) => !isCard),
  ];
}

const submitText = (): string =>
  data.buttonText ?? (data.isSetup ? data.messages.save : say(data.messages, 'pay', { amount: total.text }));

const note = (text: string, ...more: readonly Node[]): void =>
  screens.show([element('p', { class: 'note', role: 'alert' }, text), ...more], false);

/** Begins again by itself when the network is back. */
function notLoaded(): void {
  window.addEventListener('online', () => void start(), { once: true });
  note(data.messages.loadFailed, reloadButton(data));
}

/** The form as the customer left it, and the total that it was made for. */
let form: CheckoutForm | undefined;
let formTotal = total.wire;

async function newForm(): Promise<CheckoutForm | undefined> {
  screens.progress('loading');
  const lists = await loadLists();
  screens.progress(null);
  if (lists.methods.status !== 200) {
    notLoaded();
    return undefined;
  }
  const options = optionsOf(lists);
  if (options.length === 0) {
    note(data.messages.noMethods);
    return undefined;
  }
  const texts = { submit: submitText(), legend: data.messages.chooseMethod };
  formTotal = total.wire;
  const made = checkoutForm(options, data, texts, (option) => void flow.confirm(option, made));
  return made;
}

/** The same form again: it has what the customer typed, and the total that holds now. */
async function sameForm(known: CheckoutForm): Promise<CheckoutForm> {
  if (formTotal === total.wire) return known;
  formTotal = total.wire;
  known.setSubmit(submitText());
  await known.renew();
  return known;
}

async function openForm(shown: FormNote): Promise<void> {
  form = form ? await sameForm(form) : await newForm();
  if (!form) return;
  screens.progress(null);
  form.setBusy(false);
  screens.show([form.root], false);
  form.showNote(shown);
}

function closeForm(): void {
  form?.clear();
  form = undefined;
}

const flow = new PaymentFlow(data, { api, screens, total, openForm: (shown) => void openForm(shown), closeForm });

async function start(): Promise<void> {
  const { status, body } = await knownOr(data.known.payment, api.payment);
  const payment = status === 200 ? paymentOf(body) : undefined;
  if (!payment) return notLoaded();
  watchExpiry(data.expiresAt, () =>
    screens.result('failed', 'expiredTitle', data.messages.expiredText, screens.backLink('expired')),
  );
  await flow.resume(payment);
}

// A page that comes back from the browser's memory shows the payment as it is now.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void start();
});

showLocalTimes();
hideFailedPictures();

void start();
