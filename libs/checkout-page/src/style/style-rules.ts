import type { StyleRules } from '../checkout-view';

/** The page's own selector for each name that `payment_link_ui_rules` may use. */
const pageParts = {
  body: 'body',
  '#page': '.page',
  '#merchant-name': '.merchant-name',
  '#merchant-logo': '.merchant-logo',
  '#order': '.order',
  '#amount': '.amount',
  '#transaction-details': '.details',
  '#payment-form': '.form',
  '#payment-form-header': '.form-header',
  '#submit': '.submit',
  '#status': '.status',
} as const;

/** The same for `sdk_ui_rules`: parts of the form. */
const formParts = {
  '.Label': '.label',
  '.Input': '.input',
  '.Tab': '.tab',
  '.TabLabel': '.tab-name',
  '.Block': '.block',
  '.Error': '.error',
  '.TermsTextLabel': '.terms',
  '.SaveDetailsLabel': '.check-label',
} as const;

/** States that may follow a name: `.Input:focus`. */
const states = ['', ':hover', ':focus', ':active', ':disabled', ':invalid'] as const;

const sides = ['', '-top', '-right', '-bottom', '-left'];
/** Colours, texts, frames and spaces: nothing that moves, covers or hides a part of the page. */
const properties: ReadonlySet<string> = new Set([
  ...['color', 'background-color', 'accent-color', 'outline-color', 'box-shadow', 'text-shadow'],
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height'],
  ...['text-align', 'text-decoration', 'text-transform', 'border-radius'],
  ...['border', 'border-color', 'border-style', 'border-width', 'gap'],
  ...sides.map((side) => `padding${side}`),
  ...sides.map((side) => `margin${side}`),
]);

const word = String.raw`(?:#[0-9a-f]{3,8}|\d*\.?\d+(?:px|r?em|%|pt)?|[a-z][a-z-]{0,30}|(?:rgb|hsl)a?\([\d.%, /]{5,40}\))`;
const words = new RegExp(`^${word}(?:(?: |, ?)${word}){0,11}(?: ?!important)?$`, 'i');
const longestValue = 160;

/** `backgroundColor` and `background-color` are one property. */
const propertyOf = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

export const isStyleProperty = (name: string): boolean => properties.has(propertyOf(name));

/** Words, numbers with units and colours: no address, no function but a colour's, no second declaration. */
export const isStyleValue = (value: string): boolean => value.length <= longestValue && words.test(value);

export type StyleScope = 'page' | 'form';

function selectorOf(scope: StyleScope, name: string): string | undefined {
  const parts: Readonly<Record<string, string>> = scope === 'page' ? pageParts : formParts;
  const state = states.findLast((one) => name.endsWith(one)) ?? '';
  const part = name.slice(0, name.length - state.length);
  return Object.hasOwn(parts, part) ? `${parts[part]}${state}` : undefined;
}

/** Whether `payment_link_ui_rules` (page) or `sdk_ui_rules` (form) may name this part of the page. */
export const isStyleSelector = (scope: StyleScope, name: string): boolean => selectorOf(scope, name) !== undefined;

/** CSS of the allowed rules. A rule that is not allowed is left out, also where it was stored before it was refused. */
export function cssOfRules(scope: StyleScope, rules: StyleRules | null | undefined): string {
  return Object.entries(rules ?? {})
    .flatMap(([name, declarations]) => {
      const selector = selectorOf(scope, name);
      const allowed = Object.entries(declarations).filter(
        ([property, value]) => isStyleProperty(property) && isStyleValue(value),
      );
      if (selector === undefined || allowed.length === 0) return [];
      return [`${selector}{${allowed.map(([property, value]) => `${propertyOf(property)}:${value}`).join(';')}}`];
    })
    .join('\n');
}
