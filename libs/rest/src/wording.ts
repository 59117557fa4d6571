import { WireNumber } from './json';

/** What is wrong with a value. */
export interface Fault {
  /** The wire's text, which may quote the value. */
  readonly text: string;
  /** The same without the value, for lists of problems: a merchant's log may hold them, a value may be a secret. */
  readonly plain: string;
  /** A value or name that is none of a closed set. */
  readonly outside?: { readonly given: string; readonly known: readonly string[] };
  /** The field that an object lacks. */
  readonly lacks?: string;
  /** The interface names the place of the value's end, not of its start. */
  readonly at?: 'end';
  /** A rule of the interface refuses a value that its parser accepts. */
  readonly isRule?: true;
}

/** The type of a value as the wire's error texts name it: `integer`, `string`, `map`. */
export const typeOf = (value: unknown): string => found(value).replace(/ [`"].*$/s, '');

/** A value as the wire's error texts name it: ``integer `5` ``, `string "x"`, `map`. */
export function found(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof WireNumber) return `${value.isWhole ? 'integer' : 'floating point'} \`${value.literal}\``;
  if (Array.isArray(value)) return 'sequence';
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(value)}`;
    case 'number':
      return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``;
    case 'boolean':
      return `boolean \`${value}\``;
    default:
      return 'map';
  }
}

export const wrongType = (value: unknown, expected: string): Fault => ({
  text: `invalid type: ${found(value)}, expected ${expected}`,
  plain: `invalid type: ${typeOf(value)}, expected ${expected}`,
});
export const wrongValue = (value: unknown, expected: string): Fault => ({
  text: `invalid value: ${found(value)}, expected ${expected}`,
  plain: `invalid value: ${typeOf(value)}, expected ${expected}`,
});

/** `` `a` ``, `` `a` or `b` ``, ``one of `a`, `b`, `c` `` */
export function choices(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length === 1) return quoted[0]!;
  return quoted.length === 2 ? quoted.join(' or ') : `one of ${quoted.join(', ')}`;
}

/** As many choices as a list of problems repeats; the interface documents longer sets. */
const mostChoices = 12;
const someChoices = (known: readonly string[]): string =>
  known.length > mostChoices ? `one of ${known.length} names` : choices(known);

export const unknownField = (name: string, known: readonly string[]): Fault => ({
  text: `unknown field \`${name}\`, ${known.length === 0 ? 'there are no fields' : `expected ${choices(known)}`}`,
  plain: `unknown field, ${known.length === 0 ? 'there are no fields' : `expected ${someChoices(known)}`}`,
  outside: { given: name, known },
});
export const unknownVariant = (name: string, known: readonly string[]): Fault => ({
  text: `unknown variant \`${name}\`, expected ${choices(known)}`,
  plain: `unknown variant, expected ${someChoices(known)}`,
  outside: { given: name, known },
});
export const missingField = (name: string): Fault => {
  const text = `missing field \`${name}\``;
  return { text, plain: text, lacks: name };
};
export const duplicateField = (name: string): string => `duplicate field \`${name}\``;
export const tooLong = (name: string, most: number, given: number): string =>
  `${name} must be at most ${most} characters long. Received ${given} characters`;
export const wrongCharacter = (text: string, character: string): Fault => ({
  text: `value \`${text}\` contains invalid character \`${character}\``,
  plain: 'value contains an invalid character',
});
export const relativeUrl = (text: string): Fault => ({
  text: `relative URL without a base: ${JSON.stringify(text)}`,
  plain: 'relative URL without a base',
  at: 'end',
});
