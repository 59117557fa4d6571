import { cardBody, methodBody } from '../script/confirm-body';
import { at } from '../script/json';
import { offeredMethods, savedMethods, walletMethods } from '../script/method-list';
import type { PageData } from '../script/page-data';
import { paymentOf } from '../script/payment-state';
import { say } from '../script/problem';
import { Api, type Reply } from './api';
import { element, found } from './dom';
import { checkoutForm, reloadButton } from './form';
import { cardOption, methodOption, savedOption, type Option } from './options';
import { PaymentFlow } from './payment-flow';
import { Screens } from './screens';
import { walletOptions } from './wallets';
import { watchExpiry } from './watch-expiry';

/** The server of this script wrote the data into the same page. */
const data: PageData = JSON.parse(found('checkout-data').textContent ?? '');

const api = new Api(data);
const screens = new Screens(data);

interface Lists {
  readonly methods: Reply;
  readonly saved: Reply | null;
  readonly wallets: readonly Option[];
}

const loadLists = async (): Promise<Lists> => {
  const [methods, saved] = await Promise.all([api.methods(), data.listsSavedMethods ? api.savedMethods() : null]);
  return { methods, saved, wallets: await walletOptions(walletMethods(methods.body), data, api) };
};

/** The ways to pay as the listings have them. A list of saved payment methods that does not load is no reason not to pay. */
function optionsOf({ methods, saved, wallets }: Lists): readonly Option[] {
  const maySave = data.listsSavedMethods && at(methods.body, 'is_guest_customer') === false;
  const listed = saved?.status === 200 ? savedMethods(saved.body) : [];
  const sorted = [...listed].sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const offered = offeredMethods(methods.body, data.dataNames).map((method) =>
    method.paymentMethod === 'card'
      ? cardOption(method, data, { maySave, asksForCvc: true, body: cardBody })
      : methodOption(method, data, methodBody),
  );
  return [
    ...sorted.map((one, index) => savedOption(one, index, data)),
    ...offered.filter(({ isCard }) => isCard),
    ...wallets,
    ...offered.filter(({ isCard }) => !isCard),
  ];
}

const formTexts = {
  submit: data.buttonText ?? (data.isSetup ? data.messages.save : say(data.messages, 'pay', { amount: data.amount })),
  legend: data.messages.chooseMethod,
};

const note = (text: string, ...more: readonly Node[]): void =>
  screens.show([element('p', { class: 'note', role: 'alert' }, text), ...more], false);

async function openForm(message: string): Promise<void> {
  screens.progress('loading');
  const lists = await loadLists();
  screens.progress(null);
  if (lists.methods.status !== 200) return note(data.messages.loadFailed, reloadButton(data));
  const options = optionsOf(lists);
  if (options.length === 0) return note(data.messages.noMethods);
  const form = checkoutForm(options, data, formTexts, (option) => void flow.confirm(option, form));
  screens.show([form.root], false);
  form.showMessage(message);
}

const flow = new PaymentFlow(data, api, screens, (message) => void openForm(message));

async function start(): Promise<void> {
  const { status, body } = await api.payment();
  const payment = status === 200 ? paymentOf(body) : undefined;
  if (!payment) return note(data.messages.loadFailed, reloadButton(data));
  watchExpiry(data.expiresAt, () =>
    screens.result('failed', 'expiredTitle', data.messages.expiredText, screens.backLink('expired')),
  );
  await flow.show(payment);
}

void start();
