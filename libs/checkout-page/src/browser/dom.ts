type Attributes = Readonly<Record<string, string | boolean | undefined>>;
type Child = Node | string | null;

/** Makes an element; a `true` attribute is present without a value, `false` and undefined are absent. Children are text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element of the server's page; without it the page is not the one that this script belongs to. */
export function found(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** A link to another page, which does not learn this page's address. It leaves the frame of the merchant, if there is one. */
export const link = (href: string, text: string, attributes: Attributes = {}): HTMLAnchorElement =>
  element('a', { href, rel: 'noreferrer', target: '_top', ...attributes }, text);

export const newTabLink = (href: string, text: string): HTMLAnchorElement =>
  link(href, text, { target: '_blank', rel: 'noreferrer noopener', class: 'button secondary' });

export function button(text: string, onPress: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', onPress);
  return made;
}

/** Goes to another page, which no frame may show. A browser that does not let a frame do so needs a press of the link. */
export function leaveTo(address: string): void {
  try {
    window.open(address, '_top');
  } catch {
    // The link stays on the page.
  }
}
