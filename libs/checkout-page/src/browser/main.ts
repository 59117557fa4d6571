import { cardBody, methodBody } from '../script/confirm-body';
import { at, type Json } from '../script/json';
import { offeredMethods, savedMethods, walletMethods } from '../script/methods/method-list';
import type { PageData } from '../script/page-data';
import { paymentOf } from '../script/payment-state';
import type { ChosenPlan } from '../script/methods/plans';
import { say } from '../script/problem';
import { Api, type Reply } from './api';
import { element, found } from './dom';
import { checkoutForm, reloadButton, type CheckoutForm, type FormNote } from './fields/form';
import { cardOption, methodOption, savedOption, withPlan, type Option } from './fields/options';
import { showLocalTimes } from './screens/local-times';
import { PaymentFlow } from './payment-flow';
import { hideFailedPictures } from './screens/pictures';
import { PlanFields } from './fields/plan-field';
import { Screens } from './screens/screens';
import { ShownTotal } from './screens/shown-total';
import { walletOptions } from './wallets/wallets';
import { watchExpiry } from './screens/watch-expiry';

/** The server of this script wrote the data into the same page. */
const data: PageData = JSON.parse(found('checkout-data').textContent ?? '');

const api = new Api(data);
const total = new ShownTotal(data);
const screens = new Screens(data, total);

interface Lists {
  readonly methods: Reply;
  readonly saved: Reply | null;
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
  return { methods, saved };
};

/** Without another way to pay the form is of use only once a wallet can be opened. */
async function usableWallets(methods: Json, hasOthers: boolean): Promise<readonly Option[]> {
  const wallets = await walletOptions(walletMethods(methods), data, { api, total });
  if (hasOthers) return wallets;
  const usable = await Promise.all(wallets.map(async (one) => ((await one.ready) === false ? [] : [one])));
  return usable.flat();
}

/** The ways to pay as the listings have them. A list of saved payment methods that does not load is no reason not to pay. */
async function optionsOf({ methods, saved }: Lists, plans: PlanFields): Promise<readonly Option[]> {
  const maySave = data.listsSavedMethods && at(methods.body, 'is_guest_customer') === false;
  const listed = saved?.status === 200 ? savedMethods(saved.body) : [];
  const savedOptions = listed.map((one, index) =>
    withPlan(savedOption(one, index, data), plans.field(one.paymentMethod, `saved-${index}`)),
  );
  const offered = offeredMethods(methods.body, data.dataNames).map((method) => {
    const option =
      method.paymentMethod === 'card'
        ? cardOption(method, data, { maySave, asksForCvc: true, body: cardBody })
        : methodOption(method, data, methodBody);
    return withPlan(option, plans.field(method.paymentMethod, method.id));
  });
  const wallets = await usableWallets(methods.body, savedOptions.length + offered.length > 0);
  return [
    ...savedOptions,
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

interface OpenForm {
  readonly form: CheckoutForm;
  readonly plans: PlanFields;
  /** The total that the form showed last, and that of a payment in full. */
  shown: string;
  full: string;
  choice: Choice;
}

/** The payment method that is chosen, with the total of its plan. */
interface Choice {
  readonly option: Option | undefined;
  readonly planTotal: number | undefined;
}

function choiceIn(form: CheckoutForm): Choice {
  const option = form.chosen();
  return { option, planTotal: option?.plan?.()?.total };
}

const isSameChoice = ({ choice }: OpenForm, { option, planTotal }: Choice): boolean =>
  choice.option === option && choice.planTotal === planTotal;

/** The form as the customer left it. */
let opened: OpenForm | undefined;

/** Shows the total of the customer's choice; without a choice that of the payment. */
function showChoice(one: OpenForm): void {
  const option = one.form.chosen();
  if (option) total.choose(option.plan?.() ?? null);
  one.form.setSubmit(submitText());
  one.choice = choiceIn(one.form);
  one.shown = total.wire;
  one.full = total.fullMajor;
}

async function newForm(): Promise<OpenForm | undefined> {
  screens.progress('loading');
  const lists = await loadLists();
  if (lists.methods.status !== 200) {
    screens.progress(null);
    notLoaded();
    return undefined;
  }
  const plans = new PlanFields(lists.methods.body, data, total);
  const options = await optionsOf(lists, plans);
  screens.progress(null);
  if (options.length === 0) {
    note(data.messages.noMethods);
    return undefined;
  }
  const texts = { submit: submitText(), legend: data.messages.chooseMethod };
  const form = checkoutForm(options, data, texts, {
    onSubmit: (option) => void flow.confirm(option, form),
    onChoice: () => {
      if (!isSameChoice(made, choiceIn(form))) total.forgetQuote();
      showChoice(made);
    },
  });
  const made: OpenForm = { form, plans, shown: total.wire, full: total.fullMajor, choice: choiceIn(form) };
  return made;
}

/** The same form again: it has what the customer typed, and the sums that hold now. */
async function sameForm(known: OpenForm, { saysChange }: FormNote): Promise<OpenForm> {
  const isStale = saysChange === true || known.full !== total.fullMajor;
  if (isStale && known.plans.isAsked) {
    const { status, body } = await api.methods();
    if (status === 200) known.plans.renew(body);
  }
  return known;
}

/** Where the total is another one than the customer has seen, the customer learns that first. */
function noteOn({ text, part, saysChange }: FormNote, before: string | undefined): FormNote {
  const isChanged = saysChange && before !== undefined && before !== total.wire;
  return isChanged ? { text: say(data.messages, 'amountChanged', { amount: total.text }) } : { text, part };
}

async function openForm(shown: FormNote): Promise<void> {
  const before = opened?.shown;
  opened = opened ? await sameForm(opened, shown) : await newForm();
  if (!opened) return;
  screens.progress(null);
  showChoice(opened);
  opened.form.setBusy(false);
  screens.show([opened.form.root], false);
  opened.form.showNote(noteOn(shown, before));
}

function closeForm(): void {
  opened?.form.clear();
  opened = undefined;
}

/** Undefined: the confirmation need not say. */
const planOf = (option: Option): ChosenPlan | null | undefined =>
  opened?.plans.isAsked ? (option.plan?.() ?? null) : undefined;

const flow = new PaymentFlow(data, {
  api,
  screens,
  total,
  planOf,
  closeForm,
  openForm: (shown) => void openForm(shown),
});

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
