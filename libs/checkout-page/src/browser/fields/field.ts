import type { FormSettings } from '../../script/page-data';
import { say, type Problem } from '../../script/problem';
import { element } from '../dom';

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Pictures say the same as the hint: it is for screen readers. */
  readonly isHintUnseen?: boolean;
  /** Stands in the empty input: an example, never the label. */
  readonly example?: string;
  readonly attributes?: Readonly<Record<string, string | boolean | undefined>>;
  /** A select has choices: the value and its text. */
  readonly choices?: readonly (readonly [string, string])[];
  readonly check: (value: string) => Problem | undefined;
  /** Rewrites what the customer types, for example in groups of digits. */
  readonly format?: (value: string) => string;
}

/** An input with its label, hint and message. */
export interface Field {
  readonly root: HTMLElement;
  /** The hint and the message, which a block of fields shows below all of them. */
  readonly notes: readonly Node[];
  readonly input: HTMLInputElement | HTMLSelectElement;
  readonly value: () => string;
  /** Whether the value is right; shows or hides the message beside the input. */
  readonly validate: () => boolean;
  /** Whether the value is right, without showing anything. */
  readonly isRight: () => boolean;
  /** Shows a text that the processor's answer is about, until the customer changes the value, and puts the focus there. */
  readonly mark: (text: string) => true;
  readonly clear: () => void;
}

/** What a field needs of the page. */
export type FieldSettings = Pick<FormSettings, 'messages' | 'showsLabels'>;

function inputOf(
  { attributes = {}, choices, label, example = ' ' }: FieldOptions,
  id: string,
  { messages, showsLabels }: FieldSettings,
) {
  const placeholder = showsLabels ? example : label;
  if (!choices) return element('input', { id, class: 'input', type: 'text', placeholder, ...attributes });
  const options = choices.map(([value, text]) => element('option', { value }, text));
  return element(
    'select',
    { id, class: 'input', ...attributes },
    element('option', { value: '' }, messages.choose),
    ...options,
  );
}

/** Groups the digits and leaves the cursor after the same digit. */
function formatInPlace(input: HTMLInputElement, format: (value: string) => string): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, '').length;
  const isAtEnd = (input.selectionStart ?? input.value.length) === input.value.length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (isAtEnd) return;
  let position = 0;
  for (let digits = 0; position < formatted.length && digits < before; position += 1) {
    if (/\d/.test(formatted[position]!)) digits += 1;
  }
  input.setSelectionRange(position, position);
}

export function fieldOf(options: FieldOptions, settings: FieldSettings): Field {
  const { messages } = settings;
  const id = `field-${options.name}`;
  const input = inputOf(options, id, settings);
  const error = element('p', { id: `${id}-error`, class: 'error' });
  const hintClass = options.isHintUnseen ? 'hint unseen' : 'hint';
  const hint = options.hint === undefined ? null : element('p', { id: `${id}-hint`, class: hintClass }, options.hint);
  input.setAttribute('aria-required', 'true');
  input.setAttribute('aria-describedby', [...(hint ? [`${id}-hint`] : []), `${id}-error`].join(' '));
  const label = element('label', { for: id, class: 'label' }, options.label);
  const root = element('div', { class: `field field-${options.name}` }, label, input, hint, error);

  let isMarked = false;
  const showText = (text: string): void => {
    error.textContent = text;
    if (text !== '') input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const show = (problem: Problem | undefined): boolean => {
    isMarked = false;
    showText(problem ? say(messages, problem.key, problem.values) : '');
    return !problem;
  };
  const validate = (): boolean => show(options.check(input.value));
  input.addEventListener('input', () => {
    if (options.format && input instanceof HTMLInputElement) formatInPlace(input, options.format);
    // A message that was shown goes away as soon as the value is right.
    if (input.hasAttribute('aria-invalid')) validate();
  });
  input.addEventListener('blur', () => {
    // A message would move the button away under a press that has begun, and the submit validates anyway.
    const isSubmitting = document.querySelector('.submit:active') !== null;
    // An empty field that the customer only passes is no mistake yet.
    if (input.value !== '' && !isSubmitting && !isMarked) validate();
  });
  return {
    root,
    input,
    validate,
    notes: [...(hint ? [hint] : []), error],
    value: () => input.value,
    isRight: () => options.check(input.value) === undefined,
    mark: (text) => {
      isMarked = true;
      showText(text);
      input.focus();
      return true;
    },
    clear: () => {
      input.value = '';
      show(undefined);
    },
  };
}

/** Validates all fields, and puts the focus on the first wrong one. */
export function validateAll(fields: readonly Field[]): boolean {
  const wrong = fields.filter((field) => !field.validate());
  wrong[0]?.input.focus();
  return wrong.length === 0;
}
