import { checkInput, type RequiredInput } from '../script/required-inputs';
import type { FormSettings } from '../script/page-data';
import { choicesOf } from '../script/choices';
import { element } from './dom';
import { fieldOf, type Field } from './field';
import type { InputValues } from '../script/confirm-body';

export interface MethodInputs {
  readonly nodes: readonly Node[];
  readonly fields: readonly Field[];
  readonly values: () => InputValues;
}

function inputField(input: RequiredInput, prefix: string, data: FormSettings): Field {
  const { messages } = data;
  const { type, inputMode, autocomplete, label, path } = input;
  const field = fieldOf(
    {
      name: `${prefix}-${path.replace(/[^a-z0-9]+/gi, '-')}`,
      label: 'key' in label ? messages[label.key] : label.text,
      attributes: { autocomplete, ...(type !== 'select' && { type, inputmode: inputMode }) },
      check: (value) => checkInput(input, value),
      ...(input.type === 'select' && { choices: choicesOf(input, data) }),
    },
    messages,
  );
  field.input.value = input.value;
  return field;
}

/** The inputs that a listing requires; those of the delivery address have a heading. */
export function methodInputs(inputs: readonly RequiredInput[], prefix: string, data: FormSettings): MethodInputs {
  const fields = inputs.map((input) => ({ input, field: inputField(input, prefix, data) }));
  const isShipping = ({ input }: { input: RequiredInput }) => input.path.startsWith('shipping.');
  const shipping = fields.filter(isShipping).map(({ field }) => field.root);
  const others = fields.filter((one) => !isShipping(one)).map(({ field }) => field.root);
  return {
    nodes: [
      ...others,
      ...(shipping.length > 0
        ? [element('fieldset', { class: 'group' }, element('legend', {}, data.messages.shippingHeading), ...shipping)]
        : []),
    ],
    fields: fields.map(({ field }) => field),
    values: () => Object.fromEntries(fields.map(({ input, field }) => [input.path, field.value()])),
  };
}
