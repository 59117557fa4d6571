import type { CardPart } from '../../script/decline';
import type { FormSettings } from '../../script/page-data';
import { chooserOf } from '../chooser';
import { button, element } from '../dom';
import { validateAll } from './field';
import type { Option } from './options';
import { submitButton } from './submit-button';
import { isOnePress, walletsOf } from '../wallets/wallet-buttons';

/** Why the form is there again; an empty text: the customer sees it for the first time. */
export interface FormNote {
  readonly text: string;
  /** The part of the card that the text is about. */
  readonly part?: CardPart | undefined;
  /** The form says instead that the total has changed, where it has. */
  readonly saysChange?: true;
}

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
  /** The chosen way to pay. */
  readonly chosen: () => Option | undefined;
}

export interface FormEvents {
  /** The option's fields are right. */
  readonly onSubmit: (option: Option) => void;
  /** The customer has chosen another way to pay, or another plan. */
  readonly onChoice?: () => void;
}

export interface FormTexts {
  readonly submit: string;
  /** What the customer chooses. */
  readonly legend: string;
}

/** How long the button says that it is done. */
const doneMs = 500;

export function checkoutForm(
  options: readonly Option[],
  data: FormSettings,
  texts: FormTexts,
  { onSubmit, onChoice = () => undefined }: FormEvents,
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
  const onChange = (): void => {
    onChoice();
    refresh();
  };
  const chooser = chooserOf(others, data, texts.legend);
  const onPress = (option: Option): void => {
    if (!isBusy) onSubmit(option);
  };
  const wallets = walletsOf(options.filter(isOnePress), others.length > 0, data, onPress);
  const inputs = element('fieldset', { class: 'plain' }, ...wallets, ...chooser.nodes);
  const pay = others.length > 0 ? [element('div', { class: 'pay' }, submit.node)] : [];
  const root = element('form', { class: 'checkout', novalidate: true, autocomplete: 'on' }, message, inputs, ...pay);
  root.addEventListener('input', refresh);
  root.addEventListener('change', onChange);
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
    chosen: () => chooser.chosen(),
  };
}

export const reloadButton = ({ messages }: FormSettings): HTMLElement =>
  button(messages.reload, () => location.reload(), { class: 'button secondary' });
