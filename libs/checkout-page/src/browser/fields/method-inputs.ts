import { checkInput, type RequiredInput } from '../../script/methods/required-inputs';
import type { FormSettings } from '../../script/page-data';
import { choicesOf } from '../../script/methods/choices';
import { element } from '../dom';
import { fieldOf, type Field } from './field';
import type { InputValues } from '../../script/confirm-body';

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
      ...(input.example !== undefined && { example: input.example }),
      attributes: { autocomplete, ...(type !== 'select' && { type, inputmode: inputMode }) },
      check: (value) => checkInput(input, value),
      ...(input.type === 'select' && { choices: choicesOf(input, data) }),
    },
    data,
  );
  field.input.value = input.value;
  return field;
}

type Shown = { readonly input: RequiredInput; readonly field: Field };

const narrow = /\.(first_name|last_name|city|zip|state|country_code)$/;

/** The fields in rows: two short ones that follow one another share a row. */
function rowsOf(shown: readonly Shown[]): readonly Node[] {
  const rows: (readonly Shown[])[] = [];
  for (const one of shown) {
    const last = rows.at(-1);
    const joins = narrow.test(one.input.path) && last?.length === 1 && narrow.test(last[0]!.input.path);
    if (joins) rows.splice(-1, 1, [...last, one]);
    else rows.push([one]);
  }
  return rows.flatMap((row) => {
    const roots = row.map(({ field }) => field.root);
    return roots.length === 1 ? roots : [element('div', { class: 'pair' }, ...roots)];
  });
}

const groupOf = (legend: string, shown: readonly Shown[]): readonly Node[] =>
  shown.length === 0 ? [] : [element('fieldset', { class: 'group' }, element('legend', {}, legend), ...rowsOf(shown))];

const partOf = ({ path }: RequiredInput): 'shipping' | 'billing' | 'other' => {
  if (path.startsWith('shipping.')) return 'shipping';
  return /(?:^|\.)billing\.address\./.test(path) ? 'billing' : 'other';
};

/** The inputs that a listing requires; those of an address have a heading. */
export function methodInputs(inputs: readonly RequiredInput[], prefix: string, data: FormSettings): MethodInputs {
  const fields = inputs.map((input) => ({ input, field: inputField(input, prefix, data) }));
  const of = (part: ReturnType<typeof partOf>) => fields.filter(({ input }) => partOf(input) === part);
  const { messages } = data;
  return {
    nodes: [
      ...rowsOf(of('other')),
      ...groupOf(messages.billingHeading, of('billing')),
      ...groupOf(messages.shippingHeading, of('shipping')),
    ],
    fields: fields.map(({ field }) => field),
    values: () => Object.fromEntries(fields.map(({ input, field }) => [input.path, field.value()])),
  };
}
