import { imageAddress, isColour } from '@payorch/checkout-page/style';
import { joinRefusals, refuse, type Refusal } from '@payorch/contracts';
import type { Violation } from '@payorch/rest';
import { isMerchantUrl } from '../fields';

/** A value that no page may have: where it is below the field (`[0]`, `.url`, or nothing), and what is allowed there. */
export interface Wrong {
  readonly path: string;
  readonly allowed: string;
}

/**
 * What a merchant writes here becomes part of a page that takes card numbers: each value is text, an address, a colour or
 * one of the known words, and nothing that a browser would run or load from elsewhere.
 */
export type Rule<T> = (value: T) => readonly Wrong[];

/** Letters that a customer does not see, or that turn the direction of a text, could make one sum look like another. */
const hidden =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
const longestText = 1_024;

const rule =
  <T>(isFine: (value: T) => boolean, allowed: string): Rule<T> =>
  (value) =>
    isFine(value) ? [] : [{ path: '', allowed }];

/** The same below a key or an index. */
export const at = (path: string, wrong: readonly Wrong[]): readonly Wrong[] =>
  wrong.map((one) => ({ ...one, path: path + one.path }));

export const anything: Rule<unknown> = () => [];
export const text = rule<string>(
  (value) => value.length <= longestText && !hidden.test(value),
  `a text of at most ${longestText} characters, without control characters`,
);
export const image = rule<string>(
  (value) => isMerchantUrl(value) && imageAddress(value) !== undefined,
  'an https address of an image',
);
export const colour = rule<string>(isColour, '#rgb, #rrggbb, rgb(r, g, b) or a colour name of CSS 2.1');
export const oneOf = (...words: readonly string[]): Rule<string> =>
  rule((value) => words.includes(value), words.join(', '));
export const atMost = (most: number, what: string): Rule<number> =>
  rule((count) => count <= most, `at most ${most}${what === '' ? '' : ` ${what}`}`);

/** Every item of a list, which has at most so many. */
export const each =
  <T>(most: number, of: Rule<T>): Rule<readonly T[]> =>
  (items) => [
    ...atMost(most, 'items')(items.length),
    ...items.slice(0, most).flatMap((item, index) => at(`[${index}]`, of(item))),
  ];

/** `payment_link_config.allowed_domains[0]` for the path of a violation. */
export const fieldOf = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

/** What a violation says is allowed, without the value that it quotes before. */
const expectedIn = (message: string): string | undefined =>
  /.*, expected (.+)$/s.exec(message)?.[1]?.replaceAll('`', '');

/** Refuses the value of a violation by its place, and says which type or which words are allowed there. */
export const wrongAsViolated = (parents: readonly string[], { path, message }: Violation): Refusal =>
  refuse('value_not_allowed', {
    field: fieldOf([...parents, ...path]),
    allowed: expectedIn(message) ?? 'what the reference has for it',
  });

/** Refuses each value by its place, and says what is allowed there. */
export const refuseWrong = (field: string, wrong: readonly Wrong[]): Refusal | undefined =>
  joinRefusals(wrong.map(({ path, allowed }) => refuse('value_not_allowed', { field: field + path, allowed })));

/** Letters, digits and hyphens, with a dot in between: the links of the profile begin with `https://` and this. */
const domainName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?$/i;

export const domain = rule<string>(
  (value) => domainName.test(value),
  'a host with a dot, for example pay.acme.example, without a scheme or a path',
);
