import type { FormSettings } from '../script/page-data';
import { button, element } from './dom';
import { validateAll } from './field';
import { lock, tick } from './icons';
import type { Option } from './options';
import type { FormNote } from './payment-flow';

/** The form with all ways to pay. */
export interface CheckoutForm {
  readonly root: HTMLFormElement;
  /** Shows a message at its field, else above the fields, for example why a payment failed; an empty text removes it. */
  readonly showNote: (note: FormNote) => void;
  readonly setSubmit: (text: string) => void;
  /** A busy form takes no input and no second submit. */
  readonly setBusy: (isBusy: boolean) => void;
  /** Shows for a moment that it is done. */
  readonly showDone: () => Promise<void>;
  /** Removes what the customer has typed of a card. */
  readonly clear: () => void;
  /** Removes the security code, which is for one try, and leaves the rest. */
  readonly clearCode: () => void;
  /** Prepares the ways to pay for another total. */
  readonly renew: () => Promise<void>;
}

export interface FormTexts {
  readonly submit: string;
  /** What the customer chooses. */
  readonly legend: string;
}

interface Chooser {
  readonly nodes: readonly Node[];
  readonly chosen: () => Option | undefined;
}

/** A radio button and its panel; one option alone has no radio button. */
function choiceOf(option: Option, isChosen: boolean, onChoose: () => void) {
  const id = `option-${option.id.replace(/\W+/g, '-')}`;
  const radio = element('input', { type: 'radio', name: 'option', id, class: 'radio', checked: isChosen });
  radio.addEventListener('change', onChoose);
  const name = element('span', { class: 'tab-name' }, option.name);
  const label = element('label', { for: id, class: 'tab-label' }, name, option.icon());
  const panel = element('div', { class: 'block', hidden: !isChosen || option.nodes.length === 0 }, ...option.nodes);
  return { option, radio, panel, tab: element('div', { class: 'tab' }, radio, label) };
}

/** More ways to pay than fit one line are rows. */
const mostTiles = 4;

/** Whether a press alone pays: the option asks for nothing and opens a wallet. */
const isOnePress = ({ approve, nodes, fields }: Option): boolean =>
  approve !== undefined && nodes.length === 0 && fields.length === 0;

function chooserOf(
  options: readonly Option[],
  { layout, showsCardFirst }: FormSettings,
  { legend: text, onChange }: { readonly legend: string; readonly onChange: () => void },
): Chooser {
  const first = options[0];
  if (!first) return { nodes: [], chosen: () => undefined };
  if (options.length === 1) {
    return { nodes: [element('div', { class: 'block' }, ...first.nodes)], chosen: () => first };
  }
  let chosen: Option | undefined = first.isCard && !showsCardFirst ? undefined : first;
  const choices = options.map((option) =>
    choiceOf(option, option === chosen, () => {
      chosen = option;
      for (const { panel, option: other } of choices) panel.hidden = other !== option || option.nodes.length === 0;
      onChange();
    }),
  );
  const legend = element('legend', { class: 'legend' }, text);
  const rows = element('div', { class: 'rows' }, ...choices.flatMap(({ tab, panel }) => [tab, panel]));
  const fitsTiles = options.length <= mostTiles && !options.some(({ isSaved }) => isSaved);
  const kind = layout === 'tabs' && fitsTiles ? 'tabs' : 'accordion';
  return { nodes: [element('fieldset', { class: kind }, legend, rows)], chosen: () => chosen };
}

/** Wallets that ask for nothing are large buttons above everything else: one press opens them. */
function walletsOf(
  options: readonly Option[],
  hasOthers: boolean,
  { messages }: FormSettings,
  onPress: (option: Option) => void,
) {
  if (options.length === 0) return [];
  const buttons = options.map((option) =>
    element(
      'div',
      { class: 'wallet-place' },
      button(option.name, () => onPress(option), { class: 'wallet' }),
    ),
  );
  const otherwise = element('p', { class: 'otherwise' }, messages.payOtherwise);
  return [element('div', { class: 'wallets' }, ...buttons), ...(hasOthers ? [otherwise] : [])];
}

/** How long the button says that it is done. */
const doneMs = 500;

/** The button, with what it says while it waits and when it is done. */
function submitButton(text: string, { messages }: FormSettings) {
  const words = element('span', {}, text);
  const node = element('button', { type: 'submit', class: 'submit' }, lock(), tick(), words);
  let usual = text;
  const show = (state: 'busy' | 'done' | null): void => {
    if (state === null) delete node.dataset['state'];
    else node.dataset['state'] = state;
    words.textContent = state === null ? usual : messages[state === 'busy' ? 'busy' : 'done'];
  };
  return {
    node,
    show,
    setText: (changed: string): void => {
      usual = changed;
      show(null);
    },
  };
}

/** `onSubmit` gets the option whose fields are right. */
export function checkoutForm(
  options: readonly Option[],
  data: FormSettings,
  texts: FormTexts,
  onSubmit: (option: Option) => void,
): CheckoutForm {
  const { messages } = data;
  const submit = submitButton(texts.submit, data);
  const message = element('p', { class: 'form-message', role: 'alert', tabindex: '-1' });
  let isBusy = false;

  const isReady = (): boolean => chooser.chosen()?.fields.every((field) => field.isRight()) ?? false;
  const refresh = (): void => {
    submit.node.disabled = isBusy || (data.buttonWaitsForForm && !isReady());
  };
  const others = options.filter((option) => !isOnePress(option));
  const chooser = chooserOf(others, data, { legend: texts.legend, onChange: refresh });
  const onPress = (option: Option): void => {
    if (!isBusy) onSubmit(option);
  };
  const wallets = walletsOf(options.filter(isOnePress), others.length > 0, data, onPress);
  const inputs = element('fieldset', { class: 'plain' }, ...wallets, ...chooser.nodes);
  const pay = others.length > 0 ? [element('div', { class: 'pay' }, submit.node)] : [];
  const root = element('form', { class: 'checkout', novalidate: true, autocomplete: 'on' }, message, inputs, ...pay);
  root.addEventListener('input', refresh);
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const option = chooser.chosen();
    if (isBusy) return;
    if (!option) message.textContent = messages.chooseOne;
    else if (validateAll(option.fields)) onSubmit(option);
  });
  refresh();
  return {
    root,
    showNote: ({ text, part }) => {
      const isAtField = part !== undefined && chooser.chosen()?.mark?.(part, text) === true;
      message.textContent = isAtField ? '' : text;
      if (!isAtField && text !== '') message.focus();
    },
    setSubmit: (text) => {
      submit.setText(text);
    },
    setBusy: (busy) => {
      isBusy = busy;
      submit.show(busy ? 'busy' : null);
      inputs.disabled = busy;
      root.setAttribute('aria-busy', String(busy));
      refresh();
    },
    showDone: async () => {
      submit.show('done');
      await new Promise((resolve) => setTimeout(resolve, doneMs));
    },
    clear: () => options.forEach((option) => option.clear()),
    clearCode: () => options.forEach((option) => option.clearCode()),
    renew: async () => {
      await Promise.all(options.flatMap((option) => option.renew?.() ?? []));
    },
  };
}

export const reloadButton = ({ messages }: FormSettings): HTMLElement =>
  button(messages.reload, () => location.reload(), { class: 'button secondary' });
