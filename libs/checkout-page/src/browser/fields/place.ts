import type { MessageKey } from '../../messages/message-key';
import type { Messages } from '../../script/problem';
import { element, found } from '../dom';

/** A line of what is known. */
export type Fact = readonly [label: string, value: string];

const factList = (facts: readonly Fact[]): HTMLElement =>
  element(
    'dl',
    { class: 'facts' },
    ...facts.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, element('bdi', {}, value))]),
  );

/** Results after which the time that was left to pay says nothing any more. */
const ends: ReadonlySet<string> = new Set(['succeeded', 'processing', 'failed']);

/** The place of the form, where the screens stand instead of it. */
export class Place {
  protected readonly node = found('checkout');
  private readonly live = found('progress');
  private shown: MessageKey | null = null;

  constructor(
    private readonly texts: Messages,
    /** What every result says besides, for example the reference. */
    protected readonly facts: readonly Fact[],
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
    this.live.toggleAttribute('data-offline', present === 'offline');
    this.live.textContent = present === null ? '' : this.texts[present];
  }

  result(kind: string, title: MessageKey, text: string, more: readonly Node[] = [], facts = this.facts): void {
    this.progress(null);
    if (ends.has(kind)) for (const node of document.querySelectorAll('[data-until]')) node.remove();
    this.show([
      element(
        'div',
        { class: `status status-${kind}` },
        element('h2', {}, this.texts[title]),
        ...(text === '' ? [] : [element('p', {}, text)]),
        ...(facts.length === 0 ? [] : [factList(facts)]),
        ...more,
      ),
    ]);
  }
}
