import type { MessageKey } from '../messages/en';
import type { Messages } from '../script/problem';
import { element, found } from './dom';

/** The place of the form, where the screens stand instead of it. */
export class Place {
  protected readonly node = found('checkout');
  private readonly live = found('progress');
  private shown: MessageKey | null = null;

  constructor(
    private readonly texts: Messages,
    /** The last line of every result, for example the id of the payment; null: none. */
    private readonly lastLine: string | null,
  ) {
    for (const event of ['online', 'offline']) window.addEventListener(event, () => this.progress(this.shown));
  }

  /** Replaces the content. `focus` puts the focus on its heading, so that a screen reader goes on there. */
  show(nodes: readonly Node[], focus = true): void {
    this.node.replaceChildren(...nodes);
    const heading = focus ? this.node.querySelector('h2') : null;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }

  /** A line that screen readers read while the rest stays as it is; null removes it. Without a network it says that. */
  progress(key: MessageKey | null): void {
    this.shown = key;
    const present = navigator.onLine ? key : 'offline';
    this.live.textContent = present === null ? '' : this.texts[present];
  }

  result(kind: string, title: MessageKey, text: string, more: readonly Node[] = []): void {
    this.progress(null);
    this.show([
      element(
        'div',
        { class: `status status-${kind}` },
        element('h2', {}, this.texts[title]),
        ...(text === '' ? [] : [element('p', {}, text)]),
        ...more,
        ...(this.lastLine === null ? [] : [element('p', { class: 'hint' }, this.lastLine)]),
      ),
    ]);
  }
}
