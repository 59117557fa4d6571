import { WireNumber } from './json';

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

export const wrongType = (value: unknown, expected: string): string =>
  `invalid type: ${found(value)}, expected ${expected}`;
export const wrongValue = (value: unknown, expected: string): string =>
  `invalid value: ${found(value)}, expected ${expected}`;

/** `` `a` ``, `` `a` or `b` ``, ``one of `a`, `b`, `c` `` */
export function choices(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length === 1) return quoted[0]!;
  return quoted.length === 2 ? quoted.join(' or ') : `one of ${quoted.join(', ')}`;
}

export const unknownField = (name: string, known: readonly string[]): string =>
  `unknown field \`${name}\`, ${known.length === 0 ? 'there are no fields' : `expected ${choices(known)}`}`;
export const unknownVariant = (name: string, known: readonly string[]): string =>
  `unknown variant \`${name}\`, expected ${choices(known)}`;
export const missingField = (name: string): string => `missing field \`${name}\``;
export const duplicateField = (name: string): string => `duplicate field \`${name}\``;
export const tooLong = (name: string, most: number, given: number): string =>
  `${name} must be at most ${most} characters long. Received ${given} characters`;
export const relativeUrl = (text: string): string => `relative URL without a base: ${JSON.stringify(text)}`;
