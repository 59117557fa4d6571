import type { FormSettings } from '../script/page-data';
import { button, element } from './dom';
import { validateAll } from './field';
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
  const label = element('label', { for: id, class: 'tab-label' }, element('span', { class: 'tab-name' }, option.name));
  const panel = element('div', { class: 'block', hidden: !isChosen || option.nodes.length === 0 }, ...option.nodes);
  return { option, radio, panel, tab: element('div', { class: 'tab' }, radio, label) };
}

function chooserOf(
  options: readonly Option[],
  { layout, showsCardFirst }: FormSettings,
  { legend: text, onChange }: { readonly legend: string; readonly onChange: () => void },
): Chooser {
  const first = options[0]!;
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
  const tabs = choices.map(({ tab }) => tab);
  const panels = choices.map(({ panel }) => panel);
  const nodes =
    layout === 'tabs'
      ? [element('fieldset', { class: 'tabs' }, legend, element('div', { class: 'tab-list' }, ...tabs)), ...panels]
      : [element('fieldset', { class: 'accordion' }, legend, ...choices.flatMap(({ tab, panel }) => [tab, panel]))];
  return { nodes, chosen: () => chosen };
}

/** `onSubmit` gets the option whose fields are right. */
export function checkoutForm(
  options: readonly Option[],
  data: FormSettings,
  texts: FormTexts,
  onSubmit: (option: Option) => void,
): CheckoutForm {
  const { messages } = data;
  const submit = element('button', { type: 'submit', class: 'submit' }, texts.submit);
  const message = element('p', { class: 'form-message', role: 'alert', tabindex: '-1' });
  let isBusy = false;

  const isReady = (): boolean => chooser.chosen()?.fields.every((field) => field.isRight()) ?? false;
  const refresh = (): void => {
    submit.disabled = isBusy || (data.buttonWaitsForForm && !isReady());
  };
  const chooser = chooserOf(options, data, { legend: texts.legend, onChange: refresh });
  const inputs = element('fieldset', { class: 'plain' }, ...chooser.nodes);
  const root = element('form', { class: 'checkout', novalidate: true, autocomplete: 'on' }, message, inputs, submit);
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
      submit.textContent = text;
    },
    setBusy: (busy) => {
      isBusy = busy;
      inputs.disabled = busy;
      root.setAttribute('aria-busy', String(busy));
      refresh();
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
