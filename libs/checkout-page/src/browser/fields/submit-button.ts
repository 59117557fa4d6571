import type { FormSettings } from '../../script/page-data';
import { element } from '../dom';
import { lock, tick } from '../screens/icons';

/** The button, with what it says while it waits and when it is done. */
export function submitButton(text: string, { messages }: FormSettings) {
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
