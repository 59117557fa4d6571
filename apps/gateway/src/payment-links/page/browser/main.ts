import { at } from '../script/json';
import { offeredMethods, savedMethods } from '../script/method-list';
import type { PageData } from '../script/page-data';
import { paymentOf } from '../script/payment-state';
import { Api, type Reply } from './api';
import { element, found } from './dom';
import { checkoutForm, reloadButton } from './form';
import { cardOption, methodOption, savedOption, type Option } from './options';
import { PaymentFlow } from './payment-flow';
import { Screens } from './screens';

/** The server of this script wrote the data into the same page. */
const data: PageData = JSON.parse(found('checkout-data').textContent ?? '');

const api = new Api(data);
const screens = new Screens(data);

interface Lists {
  readonly methods: Reply;
  readonly saved: Reply | null;
}

const loadLists = async (): Promise<Lists> => {
  const [methods, saved] = await Promise.all([api.methods(), data.listsSavedMethods ? api.savedMethods() : null]);
  return { methods, saved };
};

/** The ways to pay as the listings have them. A list of saved payment methods that does not load is no reason not to pay. */
function optionsOf({ methods, saved }: Lists): readonly Option[] {
  const maySave = data.listsSavedMethods && at(methods.body, 'is_guest_customer') === false;
  const listed = saved?.status === 200 ? savedMethods(saved.body) : [];
  const sorted = [...listed].sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  return [
    ...sorted.map((one, index) => savedOption(one, index, data)),
    ...offeredMethods(methods.body, data.dataNames).map((method) =>
      method.paymentMethod === 'card' ? cardOption(method, data, maySave) : methodOption(method, data),
    ),
  ];
}

const note = (text: string, ...more: readonly Node[]): void =>
  screens.show([element('p', { class: 'note', role: 'alert' }, text), ...more], false);

async function openForm(message: string): Promise<void> {
  screens.progress('loading');
  const lists = await loadLists();
  screens.progress(null);
  if (lists.methods.status !== 200) return note(data.messages.loadFailed, reloadButton(data));
  const options = optionsOf(lists);
  if (options.length === 0) return note(data.messages.noMethods);
  const form = checkoutForm(options, data, (option) => void flow.confirm(option, form));
  screens.show([form.root], false);
  form.showMessage(message);
}

const flow = new PaymentFlow(data, api, screens, (message) => void openForm(message));

/** An open page notices that its link has expired; a payment in progress goes on. */
function watchExpiry(): void {
  const leftMs = Date.parse(data.expiresAt) - Date.now();
  // Longer timers of a browser overflow and fire at once.
  if (leftMs > 2 ** 31 - 1) return;
  setTimeout(
    () => {
      const isPaying = document.querySelector('form[aria-busy="true"]') !== null;
      const isOpen = document.querySelector('form.checkout') !== null;
      if (isOpen && !isPaying)
        screens.result('failed', 'expiredTitle', data.messages.expiredText, screens.backLink('expired'));
    },
    Math.max(0, leftMs),
  );
}

async function start(): Promise<void> {
  const { status, body } = await api.payment();
  const payment = status === 200 ? paymentOf(body) : undefined;
  if (!payment) return note(data.messages.loadFailed, reloadButton(data));
  watchExpiry();
  await flow.show(payment);
}

void start();
