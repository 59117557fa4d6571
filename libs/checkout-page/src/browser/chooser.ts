import type { FormSettings } from '../script/page-data';
import { element } from './dom';
import type { Option } from './fields/options';

interface Chooser {
  readonly nodes: readonly Node[];
  readonly chosen: () => Option | undefined;
}

/** A radio button and its panel; one option alone has no radio button. */
function choiceOf(option: Option, isChosen: boolean, onChoose: () => void) {
  const id = `option-${option.id.replace(/\W+/g, '-')}`;
  const radio = element('input', { type: 'radio', name: 'option', id, class: 'radio', checked: isChosen });
  radio.addEventListener('change', onChoose);
  if (option.ready) {
    radio.disabled = true;
    void option.ready.then((isReady) => (radio.disabled = !isReady));
  }
  const name = element('span', { class: 'tab-name' }, option.name);
  const label = element('label', { for: id, class: 'tab-label' }, name, option.icon());
  const panel = element('div', { class: 'block', hidden: !isChosen || option.nodes.length === 0 }, ...option.nodes);
  return { option, radio, panel, tab: element('div', { class: 'tab' }, radio, label) };
}

/** More ways to pay than fit one line are rows. */
const mostTiles = 4;

/** A choice is a `change` event of its radio button, which the form around it gets too. */
export function chooserOf(
  options: readonly Option[],
  { layout, showsCardFirst }: FormSettings,
  legendText: string,
): Chooser {
  const first = options.find(({ ready }) => !ready) ?? options[0];
  if (!first) return { nodes: [], chosen: () => undefined };
  if (options.length === 1) {
    return { nodes: [element('div', { class: 'block' }, ...first.nodes)], chosen: () => first };
  }
  let chosen: Option | undefined = first.isCard && !showsCardFirst ? undefined : first;
  const choices = options.map((option) =>
    choiceOf(option, option === chosen, () => {
      chosen = option;
      for (const { panel, option: other } of choices) panel.hidden = other !== option || option.nodes.length === 0;
    }),
  );
  const legend = element('legend', { class: 'legend' }, legendText);
  const rows = element('div', { class: 'rows' }, ...choices.flatMap(({ tab, panel }) => [tab, panel]));
  const fitsTiles = options.length <= mostTiles && !options.some(({ isSaved }) => isSaved);
  const kind = layout === 'tabs' && fitsTiles ? 'tabs' : 'accordion';
  return { nodes: [element('fieldset', { class: kind }, legend, rows)], chosen: () => chosen };
}
