import { checkInput, type RequiredInput } from '../script/required-inputs';
import type { PageData } from '../script/page-data';
import { readable } from '../script/required-inputs';
import { element } from './dom';
import { fieldOf, type Field } from './field';
import type { InputValues } from '../script/confirm-body';

export interface MethodInputs {
  readonly nodes: readonly Node[];
  readonly fields: readonly Field[];
  readonly values: () => InputValues;
}

/** The interface's country codes have no UK: some connectors' options name the United Kingdom so. */
const countryCode = (option: string): string => (option === 'UK' ? 'GB' : option);

function countryChoices(
  options: readonly string[],
  { locale, countries }: PageData,
): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const codes = options.includes('ALL') ? countries : options.map(countryCode);
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, locale));
}

function choicesOf(input: RequiredInput, data: PageData) {
  if (input.type !== 'select') return {};
  if (input.isCountry) return { choices: countryChoices(input.options, data) };
  return { choices: input.options.map((option) => [option, readable(option)] as const) };
}

function inputField(input: RequiredInput, prefix: string, data: PageData): Field {
  const { messages } = data;
  const { type, inputMode, autocomplete, label, path } = input;
  const field = fieldOf(
    {
      name: `${prefix}-${path.replace(/[^a-z0-9]+/gi, '-')}`,
      label: 'key' in label ? messages[label.key] : label.text,
      attributes: { autocomplete, ...(type !== 'select' && { type, inputmode: inputMode }) },
      check: (value) => checkInput(input, value),
      ...choicesOf(input, data),
    },
    messages,
  );
  field.input.value = input.value;
  return field;
}

/** The inputs that a listing requires; those of the delivery address have a heading. */
export function methodInputs(inputs: readonly RequiredInput[], prefix: string, data: PageData): MethodInputs {
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
